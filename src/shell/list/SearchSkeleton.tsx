import type { CSSProperties } from 'react'
import { Bar } from '../parts/Skeletons.tsx'
import { useIsMobile } from '../parts/use-media.ts'
import { useShownFields } from './SearchForm.tsx'
import './list.css'

/** Placeholder of a search form of the same height until the rows are loaded. */
export function SearchSkeleton({ fields }: { fields: number }) {
  const shown = useShownFields(fields)
  const isMobile = useIsMobile()
  if (isMobile) return <div className="oa-search is-phone" aria-hidden />
  return (
    <div className="oa-search" style={{ '--fields': shown } as CSSProperties} aria-hidden>
      {Array.from({ length: shown }, (_, index) => <Bar key={index} width="100%" height={32} />)}
      <div className="oa-search-buttons">
        <Bar width={124} height={32} />
      </div>
    </div>
  )
}
