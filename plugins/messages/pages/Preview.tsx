import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, use, useState } from 'react'
import type { Action } from '#approval/types.ts'
import { isReturned } from '#shell/detail/document.ts'
import { Facts } from '#shell/detail/Header.tsx'
import type { ActionContext } from '#shell/detail/actions/action-context.ts'
import { Brief, Decisions } from '#shell/detail/sequence/Brief.tsx'
import { DocumentAction } from '#shell/detail/sequence/DocumentAction.tsx'
import { OutsideDocument } from '#shell/detail/sequence/OutsideDocument.tsx'
import { useKeyHold } from '#shell/key-hold.ts'
import { asDecision, useKeys } from '#shell/keys.ts'
import { type Message, partsOf, useMessageLink } from '#shell/messages/messages.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill, StatePill } from '#shell/parts/StatePill.tsx'
import { useDeclarations } from '#shell/routing/routes-context.ts'
import type { FormEntry } from '#shell/routing/declaration-source.ts'
import { useCentreText } from './texts.ts'

interface PreviewProps {
  readonly message: Message
  /** Called when the message's document was decided; the page then selects the next message. */
  onDecided(): void
  onOpen(message: Message): void
  onRemove(message: Message): void
}

/** Preview of a message's document with its key facts and the actions to decide it. */
export function Preview({ message, onDecided, onOpen, onRemove }: PreviewProps) {
  const { t, locale } = useCentreText()
  const { title, process, subject, sentence } = partsOf(message, locale)
  return (
    <div className="oa-message-preview oa-slides-in stack">
      <header>
        <span>
          <Pill tone={message.kind === 'returned' ? 'orange' : 'accent'}>{title}</Pill>
        </span>
        <h2 className="anywhere">{subject || process || sentence}</h2>
        {message.procInstId !== null && (
          <p>
            {process}
            <span className="num">{' '}{message.businessNo}</span>
          </p>
        )}
      </header>
      {message.procInstId !== null && <p className="second">{sentence}</p>}
      <Suspense fallback={<RowsSkeleton rows={4} columns={['60%']} />}>
        <About message={message} onDecided={onDecided} />
      </Suspense>
      <footer>
        <Button onClick={() => onOpen(message)}>
          {t(message.procInstId === null ? 'openPage' : 'open')} <span className="oa-key regular" aria-hidden>↵</span>
        </Button>
        <Button type="text" icon={<DeleteOutlined aria-hidden />} onClick={() => onRemove(message)}>{t('remove')}</Button>
      </footer>
    </div>
  )
}

function About({ message, onDecided }: Pick<PreviewProps, 'message' | 'onDecided'>) {
  const declarations = useDeclarations()
  const place = message.businessType === null ? undefined : declarations.form(message.businessType)
  return place && message.procInstId !== null
    ? <Filed message={message} procInstId={message.procInstId} place={place} onDecided={onDecided} />
    : null
}

interface FiledProps extends Pick<PreviewProps, 'message' | 'onDecided'> {
  readonly procInstId: string
  readonly place: FormEntry
}

function Filed({ message, procInstId, place, onDecided }: FiledProps) {
  const { t } = useCentreText()
  const form = use(useDeclarations().loadForm(place))
  const address = useMessageLink()(message)
  const [acting, setActing] = useState<Action>()
  const hold = useKeyHold()
  const close = () => {
    hold()
    setActing(undefined)
  }
  const act = (action: Action) => {
    hold(close)
    setActing(action)
  }
  return (
    <>
      <OutsideDocument form={form} procInstId={procInstId} address={address} waiting={<RowsSkeleton rows={4} columns={['60%']} />}
        onMoved={() => undefined} renderFailure={() => <p className="second">{t('gone')}</p>}
      >
        {(context) => <PreviewDocument context={context} onAct={act} />}
      </OutsideDocument>
      {acting && (
        <DocumentAction key={acting} action={acting} form={form} procInstId={procInstId} address={address} onDecided={onDecided}
          onClose={close} />
      )}
    </>
  )
}

function PreviewDocument({ context: { document }, onAct }: { context: ActionContext; onAct(action: Action): void }) {
  const { t } = useCentreText()
  const start = (action: Action) => document.actions.includes(action) && onAct(action)
  useKeys({ p: asDecision(() => start('pass')), r: asDecision(() => start('return')) })
  return (
    <>
      <div>
        <StatePill state={document.state} isReturned={isReturned(document)} />
      </div>
      <Facts document={document} />
      {document.currentTask && (
        <p className="oa-message-node">
          <span>{t('node')}</span>
          {document.currentTask.name}
        </p>
      )}
      <div className="oa-message-actions">
        <Decisions document={document} onAct={onAct} />
      </div>
      <Brief />
    </>
  )
}
