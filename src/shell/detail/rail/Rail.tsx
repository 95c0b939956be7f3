import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useStore } from '../../form/store/use-store.ts'
import type { FiledDocument } from '../document.ts'
import { useDetailText } from '../text.ts'
import { Links, linksOf } from './Links.tsx'
import { RecordLine } from './RecordLine.tsx'
import { Timeline } from './Timeline.tsx'

export interface RailTab {
  readonly key: string
  readonly label: ReactNode
  readonly children: ReactNode
}

/** History, comments and links, as tabs. */
export function useRailTabs(document: FiledDocument): RailTab[] {
  const { form } = useStore()
  const { t } = useDetailText()
  const comments = document.processRecord.filter(({ operateType }) => operateType === 'comment')
  const links = linksOf(form, document.business).flatMap(([, , ids]) => ids)
  return [
    { key: 'timeline', label: t('timeline'), children: <Timeline document={document} /> },
    {
      key: 'comments', label: <Counted text={t('comments')} count={comments.length} />,
      children: comments.length > 0 ? <ol className="oa-steps">{comments.map((record) => <RecordLine key={record.id} record={record} />)}</ol> : <p className="oa-rail-none">{t('noComments')}</p>,
    },
    { key: 'links', label: <Counted text={t('links')} count={links.length} />, children: <Links form={form} document={document} /> },
  ]
}

const Counted = ({ text, count }: { text: string; count: number }) => <>{text}{count > 0 && <span className="oa-count num">{count}</span>}</>

/** The column at the right: tabs that scroll, and a foot that stays. */
export function Rail({ document, foot }: { document: FiledDocument; foot: ReactNode }) {
  const { t } = useDetailText()
  const items = useRailTabs(document)
  return (
    <aside className="oa-page-rail oa-rail" aria-label={t('timeline')}>
      <Tabs className="oa-rail-tabs" items={items} />
      {foot}
    </aside>
  )
}
