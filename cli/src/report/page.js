'use strict';
// The drawings say which name is which; give their boxes the colours of the loops.
for (const section of document.querySelectorAll('section')) {
  const loops = new Map();
  for (const name of section.querySelectorAll('.b')) {
    loops.set(name.dataset.n, [...name.classList].find((c) => /^l\d$/.test(c)));
  }
  for (const text of section.querySelectorAll('svg text.loop')) {
    const number = Number(text.textContent.replace('loop ', ''));
    const colour = `var(--l${((number + 5) % 6) + 1})`;
    text.style.fill = colour;
    const box = text.previousElementSibling;
    if (box && box.classList.contains('cluster')) box.style.stroke = colour;
  }
  for (const text of section.querySelectorAll('svg text.name')) {
    const name = text.firstChild.textContent;
    text.dataset.n = name;
    const box = text.previousElementSibling;
    const loop = loops.get(name);
    if (loop && box && box.classList.contains('operator')) box.style.stroke = `var(--${loop})`;
  }
  // A name under the pointer lights up wherever it stands.
  const light = (on) => (event) => {
    const at = event.target.closest('[data-n]');
    if (!at) return;
    for (const same of section.querySelectorAll('[data-n]')) {
      if (same.dataset.n === at.dataset.n) {
        same.classList.toggle('lit', on);
        const box = same.previousElementSibling;
        if (same.namespaceURI.endsWith('svg') && box) box.style.fill = on ? 'var(--glow)' : '';
      }
    }
  };
  section.addEventListener('pointerover', light(true));
  section.addEventListener('pointerout', light(false));
}
