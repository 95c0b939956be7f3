import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import './layout-hold.css'

/** Maximum waiting time for the remaining sections in ms. */
const longest = 2_000

/** Shows its children when all pending queries have their first answer, so that the layout does not shift. */
export function LayoutHold({ children }: { children: ReactNode }) {
  const waiting = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  const [hasRequested, setHasRequested] = useState(false)
  const [isStable, setIsStable] = useState(false)
  useEffect(() => {
    // the children have started their queries by then
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

/** Takes up its space immediately; visible once the layout is stable. */
export const HeldLayout = ({ isStable, children }: { readonly isStable: boolean; readonly children: ReactNode }) => (
  <div className={isStable ? 'oa-layout-hold' : 'oa-layout-hold is-waiting'}>{children}</div>
)
