import { createContext, useContext, useEffect, useState } from 'react'

type Report = (part: string, isHeld: boolean) => void

/** Tells the page of a document that a part holds something unsent: an open dialog, a comment that is being written. */
export const UnsentContext = createContext<Report>(() => undefined)

/** Reports that this part holds something unsent, as long as it does. */
export function useUnsent(part: string, isHeld: boolean): void {
  const report = useContext(UnsentContext)
  useEffect(() => {
    report(part, isHeld)
    return () => report(part, false)
  }, [report, part, isHeld])
}

/** The parts that hold something unsent; new content waits for them. */
export function useUnsentParts(): { readonly isHeld: boolean; report: Report } {
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set())
  const [report] = useState(() => (part: string, isHeld: boolean) =>
    setParts((before) => {
      if (before.has(part) === isHeld) return before
      return new Set(isHeld ? [...before, part] : [...before].filter((each) => each !== part))
    })
  )
  return { isHeld: parts.size > 0, report }
}
