/** Maximum waiting time in ms. */
const longest = 10_000

/** Whether a calculation on the server is running or due, whose answer may still add rows. */
export class PendingCalculation {
  private isPending = false
  private waiting: (() => void)[] = []

  set(isPending: boolean): void {
    this.isPending = isPending
    if (isPending) return
    for (const go of this.waiting.splice(0)) go()
  }

  /** Resolves when no calculation is pending, at the latest after ten seconds. */
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
