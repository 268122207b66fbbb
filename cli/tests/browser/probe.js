// What a reader would notice on the page, as lines of `name: value`.
(() => {
  const seen = {};
  seen.width = innerWidth;
  seen.overflow = document.documentElement.scrollWidth - innerWidth;
  seen.dark = matchMedia('(prefers-color-scheme: dark)').matches;
  seen.loaded = performance.getEntriesByType('resource').length;
  const sections = [...document.querySelectorAll('section')];
  seen.sections = sections.length;
  seen.graphs = sections.filter((section) => {
    const box = section.querySelector('.graph svg').getBoundingClientRect();
    return box.width > 60 && box.height > 60;
  }).length;
  seen.columns = Math.min(...sections.map((section) => {
    const of = (what) => section.querySelector(what).getBoundingClientRect();
    return of('.graph').left > of('.source').left + 10 ? 2 : 1;
  }));
  seen.links = [...document.querySelectorAll('nav a')].filter((a) => document.querySelector(a.hash)).length;

  // The contrast of every text with what is behind it, as WCAG 2 measures it.
  const rgba = (text) => {
    const numbers = text.match(/[\d.]+/g);
    return numbers ? numbers.map(Number).concat(1).slice(0, 4) : [0, 0, 0, 0];
  };
  const luminance = ([r, g, b]) => {
    const linear = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const behind = (element) => {
    if (element instanceof SVGElement && element.closest('text')) {
      const text = element.closest('text');
      let box = text.previousElementSibling;
      while (box && box.localName !== 'rect') box = box.previousElementSibling;
      const inside = box && (() => {
        const [t, b] = [text.getBoundingClientRect(), box.getBoundingClientRect()];
        return t.left >= b.left - 1 && t.right <= b.right + 1 && t.top >= b.top - 1 && t.bottom <= b.bottom + 1;
      })();
      if (inside) return rgba(getComputedStyle(box).fill);
    }
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 1 && getComputedStyle(at).backgroundColor !== 'rgba(0, 0, 0, 0)') return colour;
    }
    return [255, 255, 255, 1];
  };
  let worst = [99, ''];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.getClientRects().length || ['SCRIPT', 'STYLE', 'style', 'title'].includes(element.nodeName)) continue;
    if (element.classList.contains('skip')) continue;
    const style = getComputedStyle(element);
    const text = luminance(rgba(element instanceof SVGElement ? style.fill : style.color));
    const ground = luminance(behind(element));
    const ratio = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    if (ratio < worst[0]) worst = [ratio, `${element.nodeName}.${element.getAttribute('class')} ${element.textContent.trim().slice(0, 20)}`];
  }
  seen.contrast = Math.floor(worst[0] * 100);
  seen.faintest = worst[1];

  // A name under the pointer lights up in source, graph, plan and code.
  const name = document.querySelector('.source [data-n="sum1"]');
  name.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  const lit = [...document.querySelectorAll('.lit')];
  seen.lit = ['.source', '.graph', '.plan', '.code'].filter((where) => lit.some((one) => one.closest(where))).join(' ');
  name.dispatchEvent(new PointerEvent('pointerout', { bubbles: true }));
  seen.left_lit = document.querySelectorAll('.lit').length;

  // What scrolls can be reached with the keyboard, and has a name.
  seen.unreachable = [...document.querySelectorAll('.scroll')].filter((box) => box.tabIndex !== 0 || !box.getAttribute('aria-label')).length;
  seen.unnamed = [...document.querySelectorAll('svg[role=img]')].filter((svg) => svg.closest('section') && !svg.querySelector('title')).length;

  parent.postMessage(Object.entries(seen).map(([name, value]) => `${name}: ${value}`).join('\n'), '*');
})();
