package prompt

import "testing"

// What the user says that he did himself ends the step, though he does not say all of it; what he wants or did beside
// it does not.
func TestTheUserTellsThatHeDidAStep(t *testing.T) {
	for _, row := range []struct {
		step, said string
		done       bool
	}{
		{"Restart the server manually", "I restarted the server, it works now", true},
		{"Create the Stripe products in the dashboard", "i've created the stripe products", true},
		{"Verify the domain in Resend", "we verified the domain yesterday", true},
		{"Bestätige die E-Mail bei Brevo", "hab die mail bei brevo bestätigt", true},
		{"Reiniciar el servidor a mano", "reinicié el servidor, ya va", true},
		{"Reiniciar el servidor a mano", "he reiniciado el servidor", true},
		{"Riavvia il server a mano", "ho riavviato il server", true},

		{"Restart the server manually", "I want the server restarted when the config changes", false},
		{"Restart the server manually", "i restarted the server twice and it still fails", false},
		{"Restart the server manually", "we restarted the client", false},
		{"Restart the server manually", "have you restarted the server?", false},
		{"Restart the server manually", "restart the server", false},
		{"Reiniciar el servidor a mano", "reinicia el servidor", false},
		{"Verify the domain in Resend", "i verified the domain of the old shop", false},
	} {
		if got := TurnOf(row.said, []string{"Fine."}, nil).Done(StepOf(row.step)); got != row.done {
			t.Errorf("%q of %q: %v, want %v", row.said, row.step, got, row.done)
		}
	}
}
