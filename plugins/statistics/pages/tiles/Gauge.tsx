import { lengthOf } from '../../figures.ts'
import { bandOfShare } from '../charts/bands.ts'

/** Half a ring, filled up to a share. */
export function Gauge({ value }: { readonly value: string | null }) {
  const share = Math.min(1, lengthOf(value))
  return (
    <svg className="oa-stat-gauge" viewBox="0 0 120 66" data-band={bandOfShare(value)} aria-hidden>
      <path d="M 12 60 A 48 48 0 0 1 108 60" pathLength="100" />
      <path d="M 12 60 A 48 48 0 0 1 108 60" pathLength="100" strokeDasharray={`${share * 100} 200`} />
    </svg>
  )
}
