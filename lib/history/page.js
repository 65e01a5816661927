'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const $ = (id) => document.getElementById(id);
  // Text enters the page only through here, as text.
  const el = (tag, cls, text) => {
    const e = document.createElement(tag);
    if (cls) e.className = cls;
    if (text !== undefined) e.textContent = text;
    return e;
  };
  const DAY = 86400;
  const kinds = [
    ['checkpoint', 'Checkpoints'], ['auto', 'Automatic'], ['handoff', 'Handoffs'], ['finalize', 'Finalized'],
    ['compaction', 'Compactions'], ['files', 'File checkpoints'], ['rollback', 'Rollbacks'], ['session', 'Sessions'], ['commit', 'Commits'],
  ];
  const shown = Object.fromEntries(kinds.map(([k]) => [k, true]));
  const lanes = data.lanes.map((l, i) => ({
    ...l, i,
    from: Math.min(...l.sittings.map((s) => s.from), ...l.events.map((e) => e.at), Infinity),
    to: Math.max(...l.sittings.map((s) => s.to), ...l.events.map((e) => e.at), -Infinity),
    text: [l.name, l.goal, l.now, l.bead, ...(l.branches || []), ...(l.files || []), ...(l.prompts || []), ...Object.values(l.lists || {}).flat(), ...l.events.map((e) => e.label)].join('\n').toLowerCase(),
  })).filter((l) => l.to >= l.from);
  if (data.commits.length) {
    const at = data.commits.map((c) => c.at);
    lanes.unshift({
      i: -1, kind: 'commit', name: 'Commits', goal: 'Commits', state: 'commit', sittings: [],
      events: data.commits.map((c) => ({ at: c.at, kind: 'commit', label: c.id + ' ' + c.subject })).sort((a, b) => a.at - b.at),
      from: Math.min(...at), to: Math.max(...at), text: data.commits.map((c) => c.id + ' ' + c.subject).join('\n').toLowerCase(),
    });
  }
  const first = lanes.length ? Math.min(...lanes.map((l) => l.from)) : data.made - DAY;
  const last = Math.max(data.made, ...lanes.map((l) => l.to));
  const pad = Math.max((last - first) * 0.02, 600);
  const all = { from: first - pad, to: last + pad };
  let view = { ...all }, query = '', visible = [], selected = -1, rowHeight = 46;

  const pick = (s, options) => new Intl.DateTimeFormat(undefined, options).format(new Date(s * 1000));
  const when = (s) => pick(s, { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });
  const plural = (n, word) => n + ' ' + word + (n === 1 ? '' : 's');
  const lasted = (s) => s < 60 ? plural(Math.round(s), 'second') : s < 3600 ? plural(Math.round(s / 60), 'minute') : (s / 3600).toFixed(1) + ' hours';
  const ago = (s) => {
    const d = data.made - s;
    return d < 3600 ? plural(Math.max(0, Math.round(d / 60)), 'minute') + ' ago' : d < 2 * DAY ? plural(Math.round(d / 3600), 'hour') + ' ago' : plural(Math.round(d / DAY), 'day') + ' ago';
  };

  $('project').textContent = data.project;
  document.title = data.project + ' – Holdfast timeline';
  const finished = (l) => ['closed', 'merged', 'gone'].includes(l.state);
  const count = (of) => data.lanes.filter(of).length;
  $('summary').textContent = [
    plural(count((l) => l.state === 'open'), 'open line'), plural(count(finished), 'finished line'), plural(data.sessions, 'session'),
    plural(data.saves, 'save'), plural(data.commits.length, 'commit'),
  ].join(' · ');
  $('made').textContent = 'Made ' + when(data.made) + ' by Holdfast ' + data.version;

  for (const [kind, label] of kinds) {
    const b = el('button', kind);
    const mark = el('i');
    mark.style.color = 'var(--' + (kind === 'checkpoint' ? 'open' : kind) + ')';
    mark.style.borderRadius = kind === 'handoff' || kind === 'finalize' ? '2px' : '50%';
    b.append(mark, label);
    b.setAttribute('aria-pressed', 'true');
    b.onclick = () => {
      shown[kind] = !shown[kind];
      b.setAttribute('aria-pressed', shown[kind]);
      update();
    };
    $('filters').append(b);
  }
  const ranges = [['Day', 1], ['Week', 7], ['Month', 30], ['All', 0]];
  const rangeButtons = ranges.map(([label, days]) => {
    const b = el('button', '', label);
    b.onclick = () => { show(days ? { from: last + pad - days * DAY, to: last + pad } : all, days); };
    $('ranges').append(b);
    return [b, days];
  });
  function show(next, days) {
    const least = 600, span = Math.max(least, Math.min(next.to - next.from, all.to - all.from));
    const from = Math.max(all.from, Math.min(next.from, all.to - span));
    view = { from, to: from + span };
    for (const [b, d] of rangeButtons) b.setAttribute('aria-pressed', String(d === days));
    update();
  }

  // What a lane shows under the filters.
  const marks = (l) => l.events.filter((e) => shown[e.kind]);
  const sittings = (l) => shown.session ? l.sittings : [];
  const words = () => query.toLowerCase().split(/\s+/).filter(Boolean);
  function update() {
    const ws = words();
    visible = lanes.filter((l) => ws.every((w) => l.text.includes(w)) && l.to >= view.from && l.from <= view.to &&
      (marks(l).some((e) => e.at >= view.from && e.at <= view.to) || sittings(l).some((s) => s.to >= view.from && s.from <= view.to) || (l.kind === 'line' && l.sittings.length + l.events.length === 0)));
    if (selected >= visible.length) selected = visible.length - 1;
    $('empty').hidden = visible.length > 0;
    drawAxis();
    drawActivity();
    draw();
  }

  const place = (t) => (t - view.from) / (view.to - view.from) * 100;
  function drawAxis() {
    const axis = $('axis'), span = view.to - view.from, room = Math.max(2, Math.floor(axis.clientWidth / 110));
    const steps = [300, 900, 3600, 3 * 3600, 6 * 3600, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY, 365 * DAY];
    const step = steps.find((s) => span / s <= room) || steps[steps.length - 1];
    axis.replaceChildren();
    const zone = new Date(view.from * 1000).getTimezoneOffset() * 60;
    for (let t = Math.ceil((view.from - zone) / step) * step + zone; t < view.to; t += step) {
      const tick = el('span', '', step < DAY ? pick(t, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }) : pick(t, { day: 'numeric', month: 'short', year: step >= 30 * DAY ? '2-digit' : undefined }));
      tick.style.left = place(t) + '%';
      axis.append(tick);
    }
  }

  const NS = 'http://www.w3.org/2000/svg', buckets = 160;
  const activity = new Array(buckets).fill(0);
  for (const l of lanes) for (const e of l.events) activity[bucket(e.at)]++;
  for (const l of lanes) for (const s of l.sittings) activity[bucket(s.from)] += 1 + (s.prompts || 0) / 5;
  function bucket(t) { return Math.max(0, Math.min(buckets - 1, Math.floor((t - all.from) / (all.to - all.from) * buckets))); }
  function drawActivity() {
    const svg = $('activity'), most = Math.max(1, ...activity);
    svg.setAttribute('viewBox', '0 0 ' + buckets + ' 42');
    const rect = (cls, x, y, w, h) => {
      const r = document.createElementNS(NS, 'rect');
      r.setAttribute('class', cls); r.setAttribute('x', x); r.setAttribute('y', y); r.setAttribute('width', w); r.setAttribute('height', h);
      return r;
    };
    const at = (t) => (t - all.from) / (all.to - all.from) * buckets;
    svg.replaceChildren(rect('window', at(view.from), 0, at(view.to) - at(view.from), 42),
      ...activity.flatMap((n, i) => n ? [rect('bar', i + 0.12, 42 - Math.max(2, Math.sqrt(n / most) * 40), 0.76, 42)] : []));
  }
  {
    const svg = $('activity');
    let start = null;
    const time = (e) => { const b = svg.getBoundingClientRect(); return all.from + Math.max(0, Math.min(1, (e.clientX - b.left) / b.width)) * (all.to - all.from); };
    svg.onpointerdown = (e) => { start = time(e); svg.setPointerCapture(e.pointerId); };
    svg.onpointermove = (e) => { if (start !== null && Math.abs(time(e) - start) > 600) show({ from: Math.min(start, time(e)), to: Math.max(start, time(e)) }); };
    svg.onpointerup = (e) => { if (start !== null && Math.abs(time(e) - start) <= 600) { const w = Math.min(view.to - view.from, (all.to - all.from) / 6); show({ from: start - w / 2, to: start + w / 2 }); } start = null; };
  }

  // Only the rows in sight are in the document, however many there are.
  const list = $('lanes'), space = $('space');
  function draw() {
    rowHeight = window.matchMedia('(max-width: 720px)').matches ? 62 : 46;
    space.style.height = visible.length * rowHeight + 'px';
    const from = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 4);
    const to = Math.min(visible.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 4);
    const rows = [];
    for (let i = from; i < to; i++) rows.push(row(visible[i], i));
    space.replaceChildren(...rows);
    if (selected >= 0) list.setAttribute('aria-activedescendant', 'lane-' + selected);
    else list.removeAttribute('aria-activedescendant');
  }
  function row(l, i) {
    const r = el('div', 'lane ' + l.state + (finished(l) ? ' finished' : ''));
    r.id = 'lane-' + i;
    r.style.top = i * rowHeight + 'px';
    r.setAttribute('role', 'option');
    r.setAttribute('aria-selected', String(i === selected));
    r.setAttribute('aria-posinset', i + 1);
    r.setAttribute('aria-setsize', visible.length);
    r.setAttribute('aria-label', l.goal + ', ' + l.state + ', last ' + when(l.to));
    const name = el('div', 'name');
    name.append(el('b', '', l.goal || l.name), el('small', '', l.kind === 'commit' ? plural(l.events.length, 'commit') : l.state + ' · ' + ago(l.to) + ' · ' + l.name));
    const track = el('div', 'track');
    if (l.kind === 'line' && l.to > l.from) {
      const s = el('div', 'span');
      s.style.left = place(l.from) + '%';
      s.style.width = place(l.to) - place(l.from) + '%';
      track.append(s);
    }
    for (const s of sittings(l)) {
      if (s.to < view.from || s.from > view.to) continue;
      const bar = el('div', 'sit');
      bar.style.left = place(s.from) + '%';
      bar.style.width = Math.max(0, place(s.to) - place(s.from)) + '%';
      bar.title = 'Session, ' + when(s.from) + ', ' + lasted(s.to - s.from) + ', ' + plural(s.prompts, 'prompt');
      track.append(bar);
    }
    let lastAt = -9;
    for (const e of marks(l)) {
      if (e.at < view.from || e.at > view.to) continue;
      const x = place(e.at);
      if (l.kind === 'commit' && x - lastAt < 0.25) continue; // one mark where several would cover each other
      lastAt = x;
      const d = el('div', 'dot ' + e.kind);
      d.style.left = x + '%';
      d.title = e.label + '\n' + when(e.at);
      track.append(d);
    }
    r.append(name, track);
    r.onclick = () => choose(i, false);
    return r;
  }
  function choose(i, scroll) {
    if (!visible.length) return;
    selected = Math.max(0, Math.min(visible.length - 1, i));
    const top = selected * rowHeight;
    if (scroll && top < list.scrollTop) list.scrollTop = top;
    if (scroll && top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
    draw();
    detail(visible[selected]);
  }
  function copyable(text) {
    const p = el('div', 'command');
    const b = el('button', '', 'Copy');
    b.onclick = async () => {
      try { await navigator.clipboard.writeText(text); b.textContent = 'Copied'; } catch { getSelection().selectAllChildren(p.firstChild); b.textContent = 'Selected'; }
      setTimeout(() => { b.textContent = 'Copy'; }, 1500);
    };
    p.append(el('code', '', text), b);
    return p;
  }
  function detail(l) {
    const d = $('detail');
    d.replaceChildren();
    d.scrollTop = 0;
    d.append(el('h2', '', l.goal || l.name));
    if (l.kind !== 'commit') {
      const meta = el('p', 'meta');
      meta.append(el('span', 'badge ' + l.state, finished(l) ? 'finished: ' + l.state : l.state), [l.name, ...(l.branches || []).slice(-2), l.bead].filter(Boolean).join(' · '));
      d.append(meta);
    }
    const part = (title, ...nodes) => { if (nodes.length) d.append(el('h3', '', title), ...nodes); };
    const items = (texts) => { const u = el('ul'); u.append(...texts.map((t) => el('li', '', t))); return u; };
    if (l.commands && l.commands.length) part(l.state === 'open' ? 'Continue' : 'Look at it', ...l.commands.map(copyable));
    if (l.now) part('Now', el('p', '', l.now));
    for (const [title, texts] of Object.entries(l.lists || {})) part(title, items(texts));
    if (l.prompts && l.prompts.length) part('Prompts', items(l.prompts));
    if (l.files && l.files.length) part('Files', items(l.files));
    const happened = [...marks(l).map((e) => [e.at, e.label]), ...sittings(l).map((s) => [s.from, 'session, ' + lasted(s.to - s.from) + ', ' + plural(s.prompts, 'prompt')])]
      .sort((a, b) => b[0] - a[0]);
    if (happened.length) {
      const t = el('table');
      for (const [at, label] of happened.slice(0, 200)) { const tr = el('tr'); tr.append(el('td', '', when(at)), el('td', '', label)); t.append(tr); }
      part('What happened', t);
      if (happened.length > 200) d.append(el('p', 'hint', happened.length - 200 + ' earlier entries are not shown'));
    }
  }

  $('search').oninput = (e) => {
    const began = !query && e.target.value;
    query = e.target.value;
    selected = -1;
    list.scrollTop = 0;
    if (began) show(all, 0); // what is searched for may be of any time
    else update();
  };
  list.onscroll = () => requestAnimationFrame(draw);
  window.onresize = update;
  list.onkeydown = (e) => {
    const page = Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
    const to = { ArrowDown: selected + 1, ArrowUp: selected - 1, Home: 0, End: visible.length - 1, PageDown: selected + page, PageUp: selected - page }[e.key];
    if (to !== undefined) { choose(to, true); e.preventDefault(); }
    if (e.key === 'Enter' && selected >= 0) $('detail').focus();
  };
  document.onkeydown = (e) => {
    const typing = e.target.id === 'search';
    if (e.key === 'Escape') { if (typing && query) { $('search').value = ''; $('search').oninput({ target: $('search') }); } list.focus(); return; }
    if (typing || e.ctrlKey || e.metaKey || e.altKey) { if (typing && e.key === 'ArrowDown') { list.focus(); choose(0, true); e.preventDefault(); } return; }
    const span = view.to - view.from, middle = (view.from + view.to) / 2;
    const zoom = (f) => show({ from: middle - span * f / 2, to: middle + span * f / 2 });
    switch (e.key) {
      case '/': $('search').focus(); e.preventDefault(); break;
      case '+': case '=': zoom(0.5); break;
      case '-': zoom(2); break;
      case '0': show(all, 0); break;
      case 'ArrowLeft': show({ from: view.from - span / 4, to: view.to - span / 4 }); break;
      case 'ArrowRight': show({ from: view.from + span / 4, to: view.to + span / 4 }); break;
    }
  };
  // What one most likely wants to see: the last month, and the newest open line.
  const month = last - first > 60 * DAY;
  show(month ? { from: last + pad - 30 * DAY, to: last + pad } : all, month ? 30 : 0);
  const open = visible.findIndex((l) => l.state === 'open');
  if (open >= 0) choose(open, false);
  else $('detail').append(el('p', 'hint', lanes.length ? 'Choose a line of work to see its state, its files, and the command that continues it.' : 'Nothing is saved in this project yet.'));
})();
