import { Suspense, useState, type ReactNode } from 'react'
import './on-demand.css'

interface OnDemandProps {
  readonly id: string
  readonly label: string
  /** The chosen values as text. */
  readonly text?: string
  readonly icon?: ReactNode
  /** The control itself, which has to take the focus on mount. */
  readonly children: ReactNode
}

/** Placeholder for a control in a large lazy chunk, replaced by it on focus or click. */
export function OnDemand({ id, label, text, icon, children }: OnDemandProps) {
  const [isWanted, setIsWanted] = useState(false)
  const want = () => setIsWanted(true)
  const standIn = (
    <button id={id} type="button" className="plain oa-stand-in row surface outlined round-6 gap-8 high-32 narrow"
      aria-label={text ? `${label}: ${text}` : label} aria-busy={isWanted} onFocus={want} onClick={want}
    >
      <span className={text ? 'cut num' : 'cut is-empty'}>{text ?? label}</span>
      {icon}
    </button>
  )
  return isWanted ? <Suspense fallback={standIn}>{children}</Suspense> : standIn
}
