import { useText } from '../text.tsx'
import './skeletons.css'

/** A grey bar as placeholder of a text; width in CSS units. */
export const Bar = ({ width, height = 12 }: { width: number | string; height?: number }) => (
  <span className="oa-bar on-grey round-4" style={{ width, height }} />
)

/** Placeholder rows of a list, of the same height as the real ones. */
export function RowsSkeleton({ rows = 8, columns }: { rows?: number; columns: readonly (number | string)[] }) {
  return (
    <div className="oa-waiting" aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div className="oa-waiting-row line-bottom gap-16 row between" key={row}>
          {columns.map((width, index) => <Bar key={index} width={width} />)}
        </div>
      ))}
    </div>
  )
}

const columns = { list: [120, '40%', 80, 90, 110], document: ['22%', '22%', '22%', '22%'] } as const

/** Placeholder of a page while its chunk or data load: empty for 200 ms, then the shape of a list or of a document's fields. */
export function PageSkeleton({ shape = 'list' }: { shape?: 'list' | 'document' }) {
  const { t } = useText()
  return (
    <div className="oa-waiting oa-waiting-page stack" role="status" aria-label={t('shell.loading')}>
      <h1 className="unseen">{t('shell.loading')}</h1>
      <Bar width={120} height={18} />
      <RowsSkeleton columns={columns[shape]} />
    </div>
  )
}
