import type { Study } from './study';

/** Arrow keys away from the board lead through the tree; in the list of moves the focus goes along. True when the key was one of them. */
export function walkTree(study: Study, key: string, at: EventTarget | null): boolean {
  const element = at instanceof Element ? at : null;
  if (element?.closest('.grid, dialog, .pvs') != null) return false;
  const steps: Record<string, () => Promise<void>> = {
    ArrowLeft: study.back,
    ArrowRight: study.on,
    ArrowUp: () => study.beside(-1),
    ArrowDown: () => study.beside(1),
    Home: study.first,
    End: study.last,
  };
  const step = steps[key];
  if (step === undefined) return false;
  void step().then(() => {
    if (element?.closest('.tree') != null) document.querySelector<HTMLElement>('.tree [tabindex="0"]')?.focus({ preventScroll: true });
  });
  return true;
}
