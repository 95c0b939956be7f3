/** Milliseconds that somebody waits for an answer at most. */
const longest = 10_000

/** Knows whether the server is being asked, or soon will be, what the form becomes: its answer may still bring rows. */
export class PendingCalculation {
  private isPending = false
  private waiting: (() => void)[] = []

  set(isPending: boolean): void {
    this.isPending = isPending
    if (isPending) return
    for (const go of this.waiting.splice(0)) go()
  }

  /** Once nothing is asked any more, at the latest after ten seconds. */
  async ended(): Promise<void> {
    if (!this.isPending) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, longest)
      this.waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
