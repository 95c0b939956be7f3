import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import './layout-hold.css'

/** Longest wait for the remaining sections, ms. */
const longest = 2_000

/** Shown when everything that was asked for has its first answer, and so its height: what stands on the page moves nothing else. */
export function LayoutHold({ children }: { children: ReactNode }) {
  const waiting = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  const [hasRequested, setHasRequested] = useState(false)
  const [isStable, setIsStable] = useState(false)
  useEffect(() => {
    // its children have asked by then
    const requestTimer = setTimeout(() => setHasRequested(true))
    const enough = setTimeout(() => setIsStable(true), longest)
    return () => {
      clearTimeout(requestTimer)
      clearTimeout(enough)
    }
  }, [])
  if (hasRequested && waiting === 0 && !isStable) setIsStable(true)
  return <HeldLayout isStable={isStable}>{children}</HeldLayout>
}

/** Takes its room from the beginning, and is shown once the layout is stable. */
export const HeldLayout = ({ isStable, children }: { readonly isStable: boolean; readonly children: ReactNode }) => (
  <div className={isStable ? 'oa-layout-hold' : 'oa-layout-hold is-waiting'}>{children}</div>
)
