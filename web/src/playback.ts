/** How long a leg of a move takes on the board. */
export const LEG_MS = 180;

const still = matchMedia('(prefers-reduced-motion: reduce)');

export const motion = (): boolean => !still.matches;

/** Paces the legs of a move; a hurried one shows the rest at once. */
export class Pace {
  private hurried = false;
  private wake: (() => void) | undefined;

  async leg(): Promise<void> {
    if (this.hurried || !motion() || document.hidden) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, LEG_MS);
    });
  }

  hurry(): void {
    this.hurried = true;
    this.wake?.();
  }
}
