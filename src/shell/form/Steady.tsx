import { type ReactNode, useEffect, useState } from 'react'
import { Held } from '../parts/LayoutHold.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import type { Preview } from './preview/use-calculation.ts'

/** Quiet after which nothing more is expected to be filled in, and the longest wait for it, ms. */
const quiet = 60
const longest = 1_500

/** Shown once a form that opens has been filled in with what is known of it: until then fields would come and move. */
export function Steady({ preview, children }: { readonly preview: Preview; readonly children: ReactNode }) {
  const isSteady = useIsSteady(preview)
  return (
    <>
      {!isSteady && <RowsSkeleton rows={6} columns={['22%', '22%', '22%', '22%']} />}
      <Held isStable={isSteady}>{children}</Held>
    </>
  )
}

/** Returns whether nothing more is expected to be filled in; it stays true. */
function useIsSteady({ nodes, failure, isAsking }: Preview): boolean {
  const [isSteady, setIsSteady] = useState(false)
  const hasAnswer = (nodes !== undefined || failure !== undefined) && !isAsking
  useEffect(() => {
    const timer = setTimeout(() => setIsSteady(true), longest)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!hasAnswer) return
    const timer = setTimeout(() => setIsSteady(true), quiet)
    return () => clearTimeout(timer)
  }, [hasAnswer])
  return isSteady
}
