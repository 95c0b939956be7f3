import { stateOf } from '#approval/state-codes.ts'
import type { DocumentStatus } from '#approval/types.ts'
import { useText, type TextKey } from '../text.tsx'
import './state-pill.css'

/** Document states, with the returned one: in approval at the start node. */
const states: Readonly<Record<DocumentStatus, { tone: string; key: TextKey }>> = {
  inApproval: { tone: 'accent', key: 'document.inApproval' },
  refused: { tone: 'red', key: 'document.refused' },
  completed: { tone: 'teal', key: 'document.completed' },
  voided: { tone: 'hollow', key: 'document.voided' },
  revoked: { tone: 'hollow', key: 'document.revoked' },
}

const returned = { tone: 'orange', key: 'document.returned' } as const satisfies { tone: string; key: TextKey }

interface StateProps {
  /** Number of the state in the API. */
  readonly state: number
  readonly isReturned?: boolean
}

/** A state in a list: dot and text. */
export function StateDot({ state, isReturned = false }: StateProps) {
  const { t } = useText()
  const word = stateOf(state)
  const known = isReturned ? returned : word && states[word]
  if (!known) return <span className="oa-nothing">—</span>
  return <span className="oa-state-dot inline-row gap-6 nowrap" data-tone={known.tone}>{t(known.key)}</span>
}

/** A state in a header, as a pill. */
export function StatePill(props: StateProps) {
  return (
    <span className="oa-state-pill on-grey">
      <StateDot {...props} />
    </span>
  )
}

interface PillProps {
  readonly tone: 'red' | 'orange' | 'accent' | 'grey' | 'teal' | 'green'
  readonly children: string
}

/** A short tag: a mark of the document, overdue, urged, countersign. */
export function Pill({ tone, children }: PillProps) {
  return <span className="oa-pill" data-tone={tone}>{children}</span>
}
