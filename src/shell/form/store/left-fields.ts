/** Fields that lost the focus, whose problems may be shown; one blurred right after an input only once that was checked. */
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

  /** Pointer down: showing problems now could move the pressed element. */
  press(): void {
    this.isPressed = true
  }

  /** Pointer up; returns whether fields were blurred in between. */
  release(isJudged: boolean): boolean {
    this.isPressed = false
    const names = [...this.pressed]
    this.pressed.clear()
    for (const name of names) this.leave(name, isJudged)
    return names.length > 0
  }

  /** Marks all input so far as checked. */
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
