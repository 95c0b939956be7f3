import { Button, Tabs } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import type { ActionContext } from '../actions/action-context.ts'
import { useProgressText } from '../progress/text.ts'
import { useDetailText } from '../text.ts'
import { Links, linksOf } from './Links.tsx'
import { RecordLine } from './RecordLine.tsx'
import { Timeline } from './Timeline.tsx'
import { useRemoval } from './use-removal.ts'

const ProcessProgress = lazy(async () => ({ default: (await import('../progress/ProcessProgress.tsx')).ProcessProgress }))

export interface RailTab {
  readonly key: string
  readonly label: ReactNode
  readonly children: ReactNode
}

/** History, comments and links, as tabs. */
export function useRailTabs(document: FiledDocument, context: ActionContext): RailTab[] {
  const { form } = useStore()
  const { t } = useDetailText()
  const remove = useRemoval(context)
  const comments = document.processRecord.filter(({ operateType, deleted }) => operateType === 'comment' && !deleted)
  const links = linksOf(form, document.business).flatMap(([, , ids]) => ids)
  return [
    { key: 'timeline', label: t('timeline'), children: <Timeline document={document} onRemove={remove} /> },
    {
      key: 'comments',
      label: <Counted text={t('comments')} count={comments.length} />,
      children: comments.length > 0
        ? <ol className="oa-steps">{comments.map((record) => <RecordLine key={record.id} record={record} onRemove={remove} />)}</ol>
        : <p className="oa-rail-none">{t('noComments')}</p>,
    },
    { key: 'links', label: <Counted text={t('links')} count={links.length} />, children: <Links form={form} document={document} /> },
  ]
}

const Counted = ({ text, count }: { text: string; count: number }) => (
  <>{text}{count > 0 && <span className="oa-count num">{count}</span>}</>
)

interface RailProps {
  readonly document: FiledDocument
  readonly context: ActionContext
  readonly foot: ReactNode
}

/** The column at the right: tabs that scroll, and a foot that stays. */
export function Rail({ document, context, foot }: RailProps) {
  const { t } = useDetailText()
  const items = useRailTabs(document, context)
  return (
    <aside className="oa-page-rail oa-rail" aria-label={t('timeline')}>
      <div className="oa-tabs-frame">
        <Tabs className="oa-rail-tabs" items={items} />
        <ProgressLink document={document} context={context} />
      </div>
      {foot}
    </aside>
  )
}

/** Opens the picture of the process; it stands at the end of the tabs, but is none of them. */
export function ProgressLink({ document, context }: { document: FiledDocument; context: ActionContext }) {
  const { t } = useProgressText()
  const [isOpen, setIsOpen] = useState(false)
  const { procInstId, businessType, businessNo, actions } = document
  const showRecord = (node: string) => {
    setIsOpen(false)
    // the drawer gives the focus back first
    setTimeout(() => goToRecord(node))
  }
  const urge = actions.includes('urge') ? () => void context.urge() : undefined
  return (
    <>
      <Button type="link" size="small" className="oa-rail-map" onClick={() => setIsOpen(true)}>{t('map')}</Button>
      {isOpen && (
        <Suspense>
          <ProcessProgress procInstId={procInstId} businessType={businessType} heading={businessNo} onUrge={urge} onPick={showRecord}
            onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Puts the focus on the last line of the history that is about a node, where the history is shown. */
function goToRecord(node: string): void {
  const line = [...document.querySelectorAll<HTMLElement>(`.oa-tab-page:not([inert]) .oa-steps > [data-node="${CSS.escape(node)}"]`)].at(-1)
  line?.scrollIntoView({ block: 'center' })
  line?.focus({ preventScroll: true })
}
