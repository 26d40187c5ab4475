/** How long a leg of a move takes on the board. */
export const LEG_MS = 180;

const still = matchMedia('(prefers-reduced-motion: reduce)');

let wanted = true;

/** Says whether the user wants to see pieces move, as far as the system does not forbid it. */
export const wantMotion = (on: boolean): void => void (wanted = on);

export const motion = (): boolean => wanted && !still.matches;

/** Paces the legs of a move; a hurried one shows the rest at once, a dropped one shows nothing more. */
export class Pace {
  private hurried = false;
  isDropped = false;
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

  drop(): void {
    this.isDropped = true;
    this.hurry();
  }
}
