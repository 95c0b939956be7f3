import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Link } from 'react-router'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import type { DrillAnswer, DrillQuery } from '../wire.ts'
import { DocumentItems } from './DocumentItems.tsx'
import { figureText, type AmountUnit } from '../figures.ts'
import { useStatisticsText } from './text.ts'

interface DocumentLineProps {
  readonly page: StatisticsPage
  readonly drill: DrillQuery
  readonly record: DrillAnswer['records'][number]
  readonly shown: readonly string[]
  readonly unit: AmountUnit
}

/** A document behind a figure with what it adds to it; of a page that counts documents, it opens into its items. */
export function DocumentLine({ page, drill, record, shown, unit }: DocumentLineProps) {
  const { name } = useStatisticsText()
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  const { document, businessNo, title, initiator, department, date, state, figures } = record
  return (
    <>
      <tr>
        <td>
          <NumberLink record={record} />
          <small className="num oa-quiet">
            {date}
            {page.facts.length > 0 && <ItemsButton number={businessNo} isOpen={isOpen} onOpen={setOpen} />}
          </small>
          {isMobile && <small className="oa-stat-documents-title">{name(title)}</small>}
        </td>
        <td>{name(title)}</td>
        <td>
          {name(initiator ?? '—')}
          <small className="oa-quiet">{name(department ?? '')}</small>
          {isMobile && state !== null && <StateDot state={state} />}
        </td>
        <td>
          <State state={state} />
        </td>
        {shown.map((key) => (
          <td key={key} className="num is-right">{page.measures[key] && figureText(figures[key], page.measures[key], unit)}</td>
        ))}
      </tr>
      {isOpen && (
        <tr>
          <td className="oa-stat-items-cell" colSpan={4 + shown.length}>
            <DocumentItems page={page} drill={drill} document={document} shown={shown} unit={unit} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Entries that no document stands behind have no state. */
const State = ({ state }: { state: number | null }) => (state === null ? <span className="oa-nothing">—</span> : <StateDot state={state} />)

function NumberLink({ record: { document, businessType, businessNo, path } }: Pick<DocumentLineProps, 'record'>) {
  const linkOf = useDocumentLink()
  return (
    <Link className="num" to={path ?? linkOf({ procInstId: document, businessType: businessType ?? '', routeName: '' })}>{businessNo}</Link>
  )
}

function ItemsButton({ number, isOpen, onOpen }: { readonly number: string; readonly isOpen: boolean; onOpen(isOpen: boolean): void }) {
  const { t } = useStatisticsText()
  return (
    <button type="button" className="plain oa-stat-link" aria-expanded={isOpen} aria-label={t('itemsOf', { number })}
      onClick={() => onOpen(!isOpen)}
    >
      {t('items')} {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
    </button>
  )
}
