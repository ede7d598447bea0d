// Shows pictures one at a time. Without this script, the page shows all of them side by side.
'use strict';
for (const player of document.querySelectorAll('.player')) {
  const pictures = [...player.querySelectorAll('.steps > li')];
  const ending = player.querySelector('.ending');
  if (pictures.length < 2) continue;
  let shown = 0;

  const button = (text, step) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.addEventListener('click', () => show(shown + step));
    return button;
  };
  const back = button('Back', -1);
  const next = button('Next', 1);
  const place = document.createElement('span');
  place.setAttribute('role', 'status');
  const controls = document.createElement('div');
  controls.className = 'controls';
  controls.setAttribute('role', 'group');
  controls.setAttribute('aria-label', 'step through the pictures with the buttons or the arrow keys');
  controls.append(back, next, place);
  player.append(controls);
  player.classList.add('stepped');

  const show = (wanted) => {
    shown = Math.max(0, Math.min(pictures.length - 1, wanted));
    pictures.forEach((picture, number) => { picture.hidden = number !== shown; });
    const last = shown === pictures.length - 1;
    // A button with the attribute `disabled` would lose the focus.
    back.setAttribute('aria-disabled', String(shown === 0));
    next.setAttribute('aria-disabled', String(last));
    const step = pictures[shown].querySelector('.step').textContent;
    place.textContent = `${shown} of ${pictures.length - 1}: ${step}${last ? '. ' + ending.textContent : ''}`;
  };
  controls.addEventListener('keydown', (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -pictures.length, End: pictures.length };
    if (!(event.key in steps)) return;
    event.preventDefault();
    show(shown + steps[event.key]);
  });
  show(0);
}
