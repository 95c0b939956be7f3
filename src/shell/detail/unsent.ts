import { createContext, useContext, useEffect, useState } from 'react'

type Report = (part: string, isHeld: boolean) => void

/** Reports to the document's page that a part has unsent input: an open dialog, a comment being written. */
export const UnsentContext = createContext<Report>(() => undefined)

/** Reports that this part has unsent input, while `isHeld`. */
export function useUnsent(part: string, isHeld: boolean): void {
  const report = useContext(UnsentContext)
  useEffect(() => {
    report(part, isHeld)
    return () => report(part, false)
  }, [report, part, isHeld])
}

/** Whether any part has unsent input; new content of the document is then held back. */
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
