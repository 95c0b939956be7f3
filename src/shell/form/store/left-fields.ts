/** The fields that were left, whose problems may be shown: one that was left right after an entry only once that was judged. */
export class LeftFields {
  private readonly checked = new Set<string>()
  private readonly waiting = new Set<string>()
  private readonly pressed = new Set<string>()
  private isPressed = false

  has = (name: string): boolean => this.checked.has(name)

  leave(name: string, isJudged: boolean): void {
    const fields = this.isPressed ? this.pressed : isJudged ? this.checked : this.waiting
    fields.add(name)
  }

  /** A button of the pointer is down: what it presses would move if problems were shown before it is released. */
  press(): void {
    this.isPressed = true
  }

  /** Returns whether fields were left while the button was down. */
  release(isJudged: boolean): boolean {
    this.isPressed = false
    const names = [...this.pressed]
    this.pressed.clear()
    for (const name of names) this.leave(name, isJudged)
    return names.length > 0
  }

  /** Marks all fields entered so far as judged. */
  judge(): void {
    for (const name of this.waiting) this.checked.add(name)
    this.waiting.clear()
  }

  clear(): void {
    this.checked.clear()
    this.waiting.clear()
    this.pressed.clear()
  }
}
