import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, type GetRef, Input, Modal } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { canDesign } from '#kernel/flow/design.ts'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Person } from '#shell/parts/Person.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useConfirm } from '#shell/dialogs/dialogs-context.tsx'
import { designPath, type DesignView, type DraftRow, type Publication, type VersionRow } from '../../wire.ts'
import { designsKey, historyQuery } from './calls.ts'
import { flowKey } from '../flows.ts'
import { Labelled } from './panel/fields.tsx'
import { useDesignText } from './texts.ts'

interface HistoryProps {
  readonly design: DesignView
  /** Hash of the version on the page. */
  readonly shown: string
  onShow(hash: string): void
  onClose(): void
}

type ChosenPublication = { readonly kind: 'rollback'; readonly version: VersionRow } | { readonly kind: 'stop' }

/** The drafts and versions of a flow with the documents that run on them, and every publication with its reason. */
export function HistoryDrawer({ design, shown, onShow, onClose }: HistoryProps) {
  const { t } = useDesignText()
  const isMobile = useIsMobile()
  const [asked, setAsked] = useState<ChosenPublication>()
  const [isDeleting, setIsDeleting] = useState(false)
  const mayPublish = may(canDesign.publish)
  const list = useRef<HTMLUListElement>(null)
  useFocusOnCurrent(list, design.current)
  return (
    <Drawer open title={t('history')} width={isMobile ? '100%' : 640} onClose={onClose} extra={mayPublish && (
      <span className="row gap-8">
        {design.state === 'published' && <Button danger onClick={() => setAsked({ kind: 'stop' })}>{t('stop')}</Button>}
        <Button danger onClick={() =>
          setIsDeleting(true)}
        >
          {t('deleteFlow')}
        </Button>
      </span>
    )}>
      {design.drafts.length > 0 && <Drafts design={design} />}
      <SectionTitle count={design.versions.length}>{t('versions')}</SectionTitle>
      <ul className="oa-fd-findings" ref={list}>
        {design.versions.map((version) => (
          <li key={version.hash} tabIndex={-1} aria-current={version.isCurrent ? 'true' : undefined}>
            <div>
              <p>
                <strong>{t('versionNo', { version: version.version })}</strong>{' '}
                {version.isCurrent && <Pill tone="teal">{t('inForce')}</Pill>}{' '}
                {version.isShipped && <Pill tone="grey">{t('shipped')}</Pill>}
              </p>
              <p className="oa-flow-quiet num second">
                {version.by ? <Person {...version.by} /> : t('shippedBy')} · {version.at.slice(0, 16).replace('T', ' ')} ·{' '}
                {t('runningCount', { count: version.running })}
              </p>
            </div>
            <Button type="link" size="small" disabled={version.hash === shown} aria-label={t('showVersion', { version: version.version })}
              onClick={() => onShow(version.hash)}
            >
              {t('show')}
            </Button>
            {mayPublish && !version.isCurrent && (
              <Button type="link" size="small" aria-label={t('rollBackTo', { version: version.version })} onClick={() =>
                setAsked({ kind: 'rollback', version })}
              >
                {t('rollBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Publications form={design.key} />
      {asked && <ReasonDialog design={design} asked={asked} onShow={onShow} onClose={() => setAsked(undefined)} />}
      {isDeleting && <DeleteDialog design={design} onClose={() => setIsDeleting(false)} />}
    </Drawer>
  )
}

/** Moves the focus to the version that has become the active one: the button that rolled back to it is gone. */
function useFocusOnCurrent(list: RefObject<HTMLElement | null>, current: string): void {
  const known = useRef(current)
  useEffect(() => {
    if (known.current === current) return
    known.current = current
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  }, [list, current])
}

/** Every publication of a flow with its reason, the latest first. */
function Publications({ form }: { form: string }) {
  const { t } = useDesignText()
  const { data: history = [] } = useQuery(historyQuery(useHttp(), form))
  return (
    <>
      <SectionTitle count={history.length}>{t('publications')}</SectionTitle>
      {history.length === 0 && <p className="oa-flow-quiet second">{t('noPublications')}</p>}
      <ul className="oa-fd-findings">
        {history.map(({ seq, kind, version, reason, by, at, isIntact }) => (
          <li key={seq}>
            <div>
              <p>
                <strong>{t(`publication.${kind}`, { version })}</strong>
                {!isIntact && (
                  <>
                    <Pill tone="red">{t('broken')}</Pill>
                  </>
                )}
              </p>
              {reason !== '' && <p>{reason}</p>}
              <p className="oa-flow-quiet num second">
                <Person {...by} /> · {at.slice(0, 16).replace('T', ' ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The open drafts of a flow, each to open or to delete. */
function Drafts({ design }: { design: DesignView }) {
  const { t } = useDesignText()
  const isMobile = useIsMobile()
  const remove = useDraftRemoval(design)
  return (
    <>
      <SectionTitle count={design.drafts.length}>{t('openDrafts')}</SectionTitle>
      <ul className="oa-fd-findings">
        {design.drafts.map((draft) => (
          <li key={draft.id}>
            <div>
              <p>
                <Link to={`/approval-config?id=${encodeURIComponent(design.key)}&draft=${encodeURIComponent(draft.id)}`}>
                  <strong>{t('draftMark', { name: draft.name })}</strong>
                </Link>{' '}
                {draft.isOutdated && <Pill tone="orange">{t('fromVersion', { version: draft.baseVersion })}</Pill>}
              </p>
              <p className="oa-flow-quiet num second">
                <Person {...draft.changedBy} /> · {draft.changedAt.slice(0, 16)}
                {draft.comments > 0 && <>· {t('commentCount', { count: draft.comments })}</>}
              </p>
            </div>
            {may(canDesign.edit) && !isMobile && (
              <Button type="link" size="small" danger aria-label={t('removeDraftNamed', { name: draft.name })} onClick={() =>
                void remove(draft)}
              >
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Returns how a draft is deleted: after a question that says who worked on it and what goes with it. */
export function useDraftRemoval({ key }: Pick<DesignView, 'key'>, done?: () => void) {
  const { t, name } = useDesignText()
  const confirm = useConfirm()
  const { run } = useCommand({ touches: [[designsKey, key], ['flows']] })
  return async ({ id, name: draft, revision, changedBy, changedAt, comments }: DraftRow) => {
    const lost = comments > 0 ? t('draftComments', { count: comments }) : ''
    const content = `${t('draftChangedBy', { name: name(changedBy.name), time: changedAt.slice(0, 16) })}${lost}${t('removeDraftText')}`
    if (!(await confirm({ title: t('removeDraftAsk', { name: draft }), content, okText: t('removeDraft'), cancelText: t('cancel'),
      okButtonProps: { danger: true } }))) return
    await run((writing) => writing.delete(`${designPath}/${key}/draft/${id}?revision=${revision}`, {}, { quiet: false }), {
      success: t('draftRemoved'),
      ...(done && { done }),
    })
  }
}

/** Returns why a flow can't be deleted; undefined where it can. */
function keptBecause({ isDesigned, filed, versions }: DesignView, t: ReturnType<typeof useDesignText>['t']): string | undefined {
  const isChanged = versions.some(({ isCurrent, isShipped }) => isCurrent && !isShipped)
  if (!isDesigned) return t(isChanged ? 'keptChanged' : 'keptShipped')
  const running = versions.reduce((sum, version) => sum + version.running, 0)
  return filed > 0 ? t('keptUsed', { count: filed, running }) : undefined
}

/** Asks before a flow is deleted with its form, and says what goes with it; one that has to stay says why. */
function DeleteDialog({ design, onClose }: { design: DesignView; onClose(): void }) {
  const { t, label } = useDesignText()
  const navigate = useNavigate()
  // the lists alone: the flow itself is gone, and a refused read of it would hold the page
  const { run, isPending, problems } = useCommand({ touches: [[flowKey, 'page'], [flowKey, 'all']] })
  const kept = keptBecause(design, t)
  const remove = () =>
    run((http) => http.delete(`${designPath}/${design.key}`, {}, { quiet: true }), { success: t('flowDeleted'), done: () =>
      navigate('/approval-process') })
  return (
    <Modal open title={t(kept === undefined ? 'deleteAsk' : 'deleteKept', { name: label(design) })} onCancel={onClose}
      okText={t('deleteFlow')} cancelText={t('cancel')} okButtonProps={{ danger: true }} confirmLoading={isPending}
      onOk={() => void remove()} {...(kept !== undefined && { footer: <Button type="primary" onClick={onClose}>{t('close')}</Button> })}
    >
      <p>{kept ?? t('deleteText', { versions: design.versions.length, drafts: design.drafts.length })}</p>
      {Object.entries(problems).map(([place, problem]) => <p key={place} role="alert" className="oa-fd-error">{problem}</p>)}
    </Modal>
  )
}

/** Asks for the reason of a roll back or of a stop, and does it. */
function ReasonDialog(
  { design, asked, onShow, onClose }: { design: DesignView; asked: ChosenPublication; onShow(hash: string): void; onClose(): void },
) {
  const { t } = useDesignText()
  const [reason, setReason] = useState('')
  const input = useRef<GetRef<typeof Input.TextArea>>(null)
  const { run, isPending, problems } = useCommand({ touches: [[designsKey], ['flows']] })
  const isStop = asked.kind === 'stop'
  const send = () =>
    run(
      (http) =>
        http.put<Publication>(`${designPath}/${design.key}/${asked.kind}`, { current: design.current, reason: reason.trim(),
          ...(!isStop && { to: asked.version.hash }) }, { quiet: true }),
      { success: t(isStop ? 'stoppedNow' : 'rolledBack'), done: () => {
        if (asked.kind === 'rollback') onShow(asked.version.hash)
        onClose()
      } },
    )
  return (
    <Modal open title={isStop ? t('stopAsk') : t('rollBackAsk', { version: asked.version.version })}
      okText={t(isStop ? 'stop' : 'rollBack')} cancelText={t('cancel')} okButtonProps={{ danger: isStop, disabled: reason.trim() === '' }}
      confirmLoading={isPending} onOk={() => void send()} onCancel={onClose} afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <p>{t(isStop ? 'stopText' : 'rollBackText')}</p>
      <Form layout="vertical" component={false}>
        <Labelled label={t('reason')} isRequired problem={problems['reason']}>
          {(id) => (
            <Input.TextArea ref={input} id={id} autoSize={{ minRows: 2 }} maxLength={500} value={reason}
              onChange={({ target }) => setReason(target.value)} />
          )}
        </Labelled>
      </Form>
      {Object.entries(problems).filter(([place]) => place !== 'reason').map(([place, problem]) => (
        <p key={place} role="alert" className="oa-fd-error">{problem}</p>
      ))}
    </Modal>
  )
}
