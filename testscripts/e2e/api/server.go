// Package api is a stand-in for the Messages API, for tests that run the real
// client without an account.
//
// It listens on loopback only, plays a script of turns, one for each request
// that carries tools, and answers what the client asks beside them (titles,
// compaction summaries, token counts, probes) with something harmless. It
// records every message request. Whatever it does not expect, it answers with
// a plain text that says so, and reports as a fault. Nothing of it outlives
// Close.
package api

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// maxBody bounds a request's body, in bytes.
const maxBody = 64 << 20

// DefaultSummary is what the model answers to a compaction request.
const DefaultSummary = "The summary of the stand-in API."

// Server is a running stand-in. Its methods may be called concurrently.
type Server struct {
	URL string // http://127.0.0.1:PORT

	http    *http.Server
	once    sync.Once
	done    chan struct{} // closed by Close
	hanging chan struct{} // one value for each request that hangs

	mu       sync.Mutex
	turns    []Turn
	answered int
	summary  string
	requests []Request
	faults   []string
}

// Start listens on a free port of 127.0.0.1 and serves until Close.
func Start() (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("starting the stand-in api: %w", err)
	}
	s := &Server{
		URL:     "http://" + listener.Addr().String(),
		done:    make(chan struct{}),
		hanging: make(chan struct{}, 64),
		summary: DefaultSummary,
	}
	s.http = &http.Server{Handler: s}
	go s.http.Serve(listener)
	return s, nil
}

// Close ends the server and every request that hangs in it. It may be called
// again.
func (s *Server) Close() error {
	s.once.Do(func() { close(s.done) })
	return s.http.Close()
}

// Play replaces what is left of the script, and forgets the requests recorded
// so far; faults stay.
func (s *Server) Play(turns []Turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns = slices.Clone(turns)
	s.requests = nil
}

// Summarize sets the text of the next compaction's summary.
func (s *Server) Summarize(summary string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.summary = summary
}

// Left is the number of turns that nobody has asked for yet.
func (s *Server) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(s.turns), func(t Turn) bool { return t.Fails }))
}

// Requests returns the message requests since the last Play, oldest first, of
// the given kinds, or all.
func (s *Server) Requests(kinds ...Kind) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []Request
	for _, request := range s.requests {
		if len(kinds) == 0 || slices.Contains(kinds, request.Kind) {
			found = append(found, request)
		}
	}
	return found
}

// Faults returns what the server did not expect, one sentence each.
func (s *Server) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}

// Hanging receives a value each time a request has reached a turn that hangs.
func (s *Server) Hanging() <-chan struct{} { return s.hanging }

// ServeHTTP answers one request of the client.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodHead:
		w.WriteHeader(http.StatusOK)
	case r.Method == http.MethodPost && r.URL.Path == "/v1/messages/count_tokens":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"input_tokens":%d}`, normalTokens)
	case r.Method == http.MethodPost && r.URL.Path == "/v1/messages":
		s.serveMessages(w, r)
	default:
		s.refuse(w, http.StatusNotFound, fmt.Sprintf("%s %s is not part of the stand-in api", r.Method, r.URL.Path))
	}
}

// refuse records a fault and answers with it in the API's form of an error.
func (s *Server) refuse(w http.ResponseWriter, status int, fault string) {
	s.mu.Lock()
	s.faults = append(s.faults, fault)
	s.mu.Unlock()
	writeError(w, status, fault)
}

// writeError answers in the API's form of an error.
func writeError(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	detail := object{"type": "invalid_request_error", "message": message}
	json.NewEncoder(w).Encode(object{"type": "error", "error": detail})
}

// serveMessages records one message request and answers it.
func (s *Server) serveMessages(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		s.refuse(w, http.StatusBadRequest, fmt.Sprintf("reading a message request: %v", err))
		return
	}
	request, err := newRequest(body)
	if err != nil {
		s.refuse(w, http.StatusBadRequest, fmt.Sprintf("a message request is no json: %v", err))
		return
	}
	var head struct {
		Model  string `json:"model"`
		Stream bool   `json:"stream"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		s.refuse(w, http.StatusBadRequest, fmt.Sprintf("reading the head of a message request: %v", err))
		return
	}
	reply, hang := s.next(request, head.Model)
	if hang {
		s.hang(r)
		return
	}
	if reply.fails {
		writeError(w, http.StatusBadRequest, "the turn fails as the script says")
		return
	}
	// The client may be gone by now, which is what some tests do on purpose.
	if head.Stream {
		_ = reply.writeStream(w)
		return
	}
	_ = reply.writeMessage(w)
}

// hang tells of a request that is never answered, and waits for its end.
func (s *Server) hang(r *http.Request) {
	select {
	case s.hanging <- struct{}{}:
	default: // nobody counts that many
	}
	select {
	case <-r.Context().Done():
	case <-s.done:
	}
}

// next records a request and picks the answer to it; hang says that there is
// none.
func (s *Server) next(request Request, model string) (reply answer, hang bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, request)
	s.answered++
	reply = answer{id: fmt.Sprintf("msg_stub_%d", s.answered), model: model, inputTokens: normalTokens}
	switch request.Kind {
	case KindCompaction:
		reply.blocks = text("<analysis>As asked.</analysis><summary>" + s.summary + "</summary>")
		return reply, false
	case KindSide:
		reply.blocks = text("ok")
		return reply, false
	}
	conversation := strings.Join(request.Messages(), "\n")
	n := slices.IndexFunc(s.turns, func(t Turn) bool { return strings.Contains(conversation, t.To) })
	if n < 0 {
		const fault = "the script has no turn left"
		s.faults = append(s.faults, fault)
		reply.blocks = text(fault)
		return reply, false
	}
	turn := s.turns[n]
	if turn.Fails { // as often as the client tries
		reply.fails = true
		return reply, false
	}
	s.turns = slices.Delete(s.turns, n, n+1)
	if turn.Hang {
		return answer{}, true
	}
	reply.inputTokens = turn.InputTokens
	for _, block := range turn.Blocks {
		block = s.resolve(block, request.Text)
		for _, take := range turn.Takes {
			block = s.fill(block, take, conversation)
		}
		reply.blocks = append(reply.blocks, block)
	}
	return reply, false
}

// fill puts what a turn takes from the conversation into a tool's input. The
// caller holds mu.
func (s *Server) fill(block Block, take Take, conversation string) Block {
	if block.Tool == "" {
		return block
	}
	input, err := take.fill(block.Input, conversation)
	if err != nil {
		s.faults = append(s.faults, err.Error())
		return Block{Text: err.Error()}
	}
	block.Input = input
	return block
}

// resolve turns a Follow into the call that it asks for. The caller holds mu.
func (s *Server) resolve(block Block, requestText string) Block {
	if block.Follow == nil {
		return block
	}
	command, err := block.Follow.command(requestText)
	if err != nil {
		s.faults = append(s.faults, err.Error())
		return Block{Text: err.Error()}
	}
	var input strings.Builder
	encoder := json.NewEncoder(&input)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(object{"command": command, "description": "Follow the skill"})
	return Block{Tool: block.Tool, Input: json.RawMessage(strings.TrimSpace(input.String()))}
}

// text is an answer of one text block.
func text(words string) []Block { return []Block{{Text: words}} }
