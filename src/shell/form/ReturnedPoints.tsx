import { Checkbox } from 'antd'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { FormValue } from '#kernel/values/value.ts'
import { useConfirm } from '../dialogs/dialogs-context.tsx'
import { type LastReturn, ReturnedNotice } from '../parts/document/ReturnedNotice.tsx'
import type { FiledAgain } from './copies/refiling.ts'
import { useFormText } from './text.ts'

/** The key in a draft's content under which the points that were ticked are kept; no field has such a name. */
const tickedKey = '$ticked'

/** Splits the reason of a return into its points: a line or a sentence each. */
export const pointsOf = (reason: string): readonly string[] => [
  ...new Set(reason.split(/\n+|(?<=[。；！？;!?])|(?<=\p{L}{2}[.])\s+/u).map((point) => point.trim()).filter((point) => point !== '')),
]

/** The points of a return, and which of them the initiator has ticked off; they travel in the document's draft. */
export class Points {
  private ticked: ReadonlySet<string> = new Set()
  private readonly listeners = new Set<() => void>()

  constructor(readonly all: readonly string[]) {}

  tick(point: string, isDone: boolean): void {
    this.ticked = new Set(isDone ? [...this.ticked, point] : [...this.ticked].filter((each) => each !== point))
    for (const listener of this.listeners) listener()
  }

  /** The content of a draft with the points that were ticked. */
  into = (entered: FormValue): FormValue => this.ticked.size === 0 ? entered : { ...entered, [tickedKey]: [...this.ticked] }

  /** Takes up the points of a draft; the rest is what was entered. */
  outOf({ [tickedKey]: ticked, ...entered }: FormValue): FormValue {
    this.ticked = new Set(Array.isArray(ticked) ? ticked.filter((each) => typeof each === 'string') : [])
    for (const listener of this.listeners) listener()
    return entered
  }

  readonly subscribe = (listener: () => void): () => void => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): ReadonlySet<string> => this.ticked
}

/** Returns the points of a return as they are ticked off, and asks once before it is filed again with open ones. */
export function useReturnedPoints(filed: FiledAgain | undefined) {
  const returned = filed?.returned
  const [points] = useState(() => new Points(pointsOf(returned?.reason ?? '')))
  const confirm = useConfirm()
  const { t } = useFormText()
  const [wasAsked, setWasAsked] = useState(false)
  return useMemo(() => ({
    returned,
    points,
    /** Returns whether it is filed now; never while it is being sent. */
    async mayFile(isSending: boolean): Promise<boolean> {
      if (isSending) return false
      const open = points.all.filter((point) => !points.snapshot().has(point))
      if (open.length === 0 || wasAsked) return true
      setWasAsked(true)
      return await confirm({ title: t('pointsLeft'), content: open.join(' · '), okText: t('pointsLeftGo'), cancelText: t('confirmBack'),
        autoFocusButton: 'cancel' })
    },
  }), [returned, points, confirm, t, wasAsked])
}

/** The notice of the return with a box before each of its points. */
export function ReturnedPoints({ returned, points, onTick }: { returned: LastReturn | undefined; points: Points; onTick(): void }) {
  const ticked = useSyncExternalStore(points.subscribe, points.snapshot)
  if (points.all.length === 0) return <ReturnedNotice returned={returned} />
  return (
    <ReturnedNotice returned={returned}>
      <ul className="oa-points">
        {points.all.map((point) => (
          <li key={point}>
            <Checkbox checked={ticked.has(point)} onChange={({ target }) => {
              points.tick(point, target.checked)
              onTick()
            }}>
              {point}
            </Checkbox>
          </li>
        ))}
      </ul>
    </ReturnedNotice>
  )
}
