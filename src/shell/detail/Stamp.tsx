import { stateOf } from '#approval/state-codes.ts'
import type { DocumentStatus } from '#approval/types.ts'
import { useRoutes } from '../routing/routes-context.ts'
import { useDetailText, type DetailTextKey } from './text.ts'
import './stamp.css'

interface StampProps {
  /** State, as its code on the wire. */
  readonly state: number
  /** End date, yyyy-MM-dd. */
  readonly date: string
  /** Whether the state has just changed, for the animation. */
  readonly isNew: boolean
}

const tones: Readonly<Partial<Record<DocumentStatus, { readonly tone: string; readonly key: DetailTextKey }>>> = {
  completed: { tone: 'teal', key: 'stamp.completed' },
  refused: { tone: 'red', key: 'stamp.refused' },
  voided: { tone: 'grey', key: 'stamp.voided' },
  revoked: { tone: 'grey', key: 'stamp.revoked' },
}

/** Returns whether documents in this state have a stamp. */
export const hasStamp = (state: number): boolean => sealOf(state) !== undefined

function sealOf(state: number) {
  const word = stateOf(state)
  return word && tones[word]
}

/** The decorative stamp of an ended document; the state is also shown as text next to the title. */
export function Stamp({ state, date, isNew }: StampProps) {
  const { t, locale, label } = useDetailText()
  const { config } = useRoutes()
  const seal = sealOf(state)
  if (!seal) return null
  const isLatin = locale === 'en'
  return (
    <svg className={isNew ? 'oa-stamp is-new' : 'oa-stamp'} data-tone={seal.tone} viewBox="0 0 104 104" aria-hidden>
      <defs>
        <filter id="oa-worn" x="0" y="0" width="100%" height="100%">
          <feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="7" />
          <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -1.6 1.55" />
          <feComposite in="SourceGraphic" operator="in" />
        </filter>
      </defs>
      <g filter="url(#oa-worn)" transform="rotate(-14 52 52)" fill="none" stroke="currentColor">
        <circle cx="52" cy="52" r="49" strokeWidth="3" />
        <circle cx="52" cy="52" r="44" strokeWidth="1" />
        <path d="M11 38h82M11 66h82" strokeWidth="1.2" />
        <g fill="currentColor" stroke="none" textAnchor="middle">
          <text x="52" y="27" fontSize="9.5" fontWeight="500">{label(config.brand).slice(0, 10)}</text>
          <text x="52" y={isLatin ? 57 : 60} fontSize={isLatin ? 13.5 : 23} fontWeight="700" letterSpacing={isLatin ? 0.2 : 0}>
            {t(seal.key)}
          </text>
          <text x="52" y="80" fontSize="9.5" className="num">{date}</text>
        </g>
      </g>
    </svg>
  )
}
