import { type ReactNode, useEffect, useState } from 'react'
import { HeldLayout } from '../parts/LayoutHold.tsx'
import { Bar } from '../parts/Skeletons.tsx'
import type { Preview } from './preview/use-calculation.ts'

/** Quiet after which nothing more is expected to be filled in, and the longest wait for it, ms. */
const quiet = 60
const longest = 1_500

/** Shown once a form that opens has been filled in with what is known of it: until then fields would come and move. */
export function StableForm({ preview, children }: { readonly preview: Preview; readonly children: ReactNode }) {
  const isStable = useIsStable(preview)
  return (
    <>
      {!isStable && <Waiting />}
      <HeldLayout isStable={isStable}>{children}</HeldLayout>
    </>
  )
}

/** Pixels of the labels of fields; the first field is the title. */
const labels = [32, 56, 56, 80, 56, 72, 32]

/** Fields in their columns, and the rows of a table. */
function Waiting() {
  return (
    <div className="oa-waiting oa-form-waiting" aria-hidden>
      <div className="oa-grid">
        {labels.map((width, index) => (
          <span key={index} className="oa-field" data-span={index === 0 ? 2 : undefined}>
            <Bar width={width} />
            <Bar width="100%" height={32} />
          </span>
        ))}
      </div>
      <Bar width={88} height={14} />
      <Bar width="100%" height={74} />
    </div>
  )
}

/** Returns whether nothing more is expected to be filled in; it stays true. */
function useIsStable({ nodes, failure, isAsking }: Preview): boolean {
  const hasAnswer = (nodes !== undefined || failure !== undefined) && !isAsking
  // a form whose calculation came before it was drawn is drawn with it
  const [isStable, setIsSteady] = useState(hasAnswer)
  useEffect(() => {
    const timer = setTimeout(() => setIsSteady(true), longest)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!hasAnswer) return
    const timer = setTimeout(() => setIsSteady(true), quiet)
    return () => clearTimeout(timer)
  }, [hasAnswer])
  return isStable
}
