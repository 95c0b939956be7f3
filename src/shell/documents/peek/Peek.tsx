import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, Suspense, use, useState } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Action } from '#approval/types.ts'
import { Money, Num } from '#shell/parts/Figures.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { StatePill } from '#shell/parts/StatePill.tsx'
import { lazyPage } from '#shell/routing/chunks.ts'
import { useDeclarations } from '#shell/routing/routes-context.ts'
import { useText } from '#shell/text.tsx'
import { Remark } from '../columns/Remark.tsx'
import { isReturned } from '../lists.ts'
import { useDocumentsText } from '../texts.ts'
import { stepOf, titleLinesOf } from '../title.ts'
import { useDocumentLink } from '../use-document-link.ts'
import type { PeekContentProps } from './PeekContent.tsx'
import './peek.css'

interface PeekProps {
  readonly row: DocumentRow
  /** Focuses the comment input. */
  readonly isWriting: boolean
  /** Starts an action, in a dialog over the list. */
  onAct(action: Action): void
  onOpen(row: DocumentRow): void
  onClose(): void
}

const Content = lazyPage(async () => (await import('./PeekContent.tsx')).PeekContent)

/**
 * A preview of a document next to its list: amount, people, budget, rows, files, opinions, and decision buttons.
 */
export function Peek({ row, isWriting, onAct, onOpen, onClose }: PeekProps) {
  const { t } = useDocumentsText()
  const [verdicts, setVerdicts] = useState<HTMLElement | null>(null)
  return (
    <div className="oa-peek oa-slides-in stack"
      onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onClose()}
    >
      <RowSummary row={row} onClose={onClose} />
      <Suspense fallback={<RowsSkeleton rows={4} columns={['60%']} />}>
        <Loaded row={row} isWriting={isWriting} verdicts={verdicts} onAct={onAct} />
      </Suspense>
      <footer className="oa-peek-foot subtle line-top">
        <div ref={setVerdicts} className={row.taskId === null ? 'oa-peek-verdicts flex gap-8' : 'oa-peek-verdicts is-awaited flex gap-8'} />
        <Button block type="text" onClick={() => onOpen(row)}>
          {t('peek.open')} <span className="oa-key regular" aria-hidden>↵</span>
        </Button>
      </footer>
    </div>
  )
}

/** Facts from the list's row, available at once. */
function RowSummary({ row, onClose }: Pick<PeekProps, 'row' | 'onClose'>) {
  const { t } = useDocumentsText()
  const text = useText()
  const called = titleLinesOf(row, text)
  return (
    <>
      <header className="oa-peek-head grid">
        <span>
          <StatePill state={row.state} isReturned={isReturned(row)} /> <Remark row={row} />
        </span>
        <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('peek.close')}
          data-tip={`${t('peek.close')} Esc`} onClick={onClose} />
        <h2 className="bold span-all anywhere">{called.first}</h2>
        {called.second !== undefined && <p className="muted span-all">{called.second}</p>}
        <p className="muted span-all">
          {text.locale === 'cn' ? row.processName : row.processNameEn} <Num>{row.businessNo}</Num>
        </p>
      </header>
      <dl className="oa-peek-facts grid halves">
        <Fact name={t('peek.amount')} isPrincipal>
          <Money value={row.amount} />
        </Fact>
        <Fact name={t('peek.people')}>
          <Person id={row.initiatorId} name={row.applyerUser?.name ?? ''} />
        </Fact>
        <Fact name={t('peek.department')}>{text.name(row.departmentName) || '—'}</Fact>
        <Fact name={t('peek.node')}>{stepOf(row, text, { t }) || '—'}</Fact>
      </dl>
    </>
  )
}

function Fact({ name, isPrincipal = false, children }: { name: string; isPrincipal?: boolean; children: ReactNode }) {
  return (
    <div className={isPrincipal ? 'is-main' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Loaded({ row, ...shown }: Pick<PeekProps, 'row'> & Pick<PeekContentProps, 'isWriting' | 'verdicts' | 'onAct'>) {
  const link = useDocumentLink()
  const declarations = useDeclarations()
  const place = declarations.form(row.businessType)
  return place
    ? <Content form={use(declarations.loadForm(place))} procInstId={row.procInstId} address={link(row)} taskId={row.taskId} {...shown} />
    : null
}
