// Shows pictures one at a time, and copies commands. Without this script, the page shows all pictures side by side.
'use strict';
const button = (text, act) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', act);
  return button;
};
for (const command of document.querySelectorAll('header div:first-child code, .prose code')) {
  const copy = button('Copy', async () => {
    // If the browser does not let a page copy, the user can.
    getSelection().selectAllChildren(command);
    await navigator.clipboard.writeText(command.textContent);
    copy.textContent = 'Copied';
  });
  command.after(' ', copy);
}
for (const player of document.querySelectorAll('.player')) {
  const pictures = [...player.querySelectorAll('.steps > li')];
  const ending = player.querySelector('.ending');
  if (pictures.length < 2) continue;
  let shown = 0;
  const back = button('Back', () => show(shown - 1));
  const next = button('Next', () => show(shown + 1));
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
