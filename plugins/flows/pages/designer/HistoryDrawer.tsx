import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { canDesign } from '#kernel/flow/design.ts'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Person } from '#shell/parts/Person.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { designPath, type DesignView, type Publication, type VersionRow } from '../../wire.ts'
import { designsKey, historyQuery } from './calls.ts'
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

/** The versions of a flow with the documents that run on them, and every publication with its reason. */
export function HistoryDrawer({ design, shown, onShow, onClose }: HistoryProps) {
  const { t } = useDesignText()
  const isMobile = useIsMobile()
  const { data: history = [] } = useQuery(historyQuery(useHttp(), design.key))
  const [asked, setAsked] = useState<ChosenPublication>()
  const mayPublish = may(canDesign.publish)
  return (
    <Drawer open title={t('history')} width={isMobile ? '100%' : 640} onClose={onClose}
      extra={mayPublish && design.state === 'published' && <Button danger onClick={() => setAsked({ kind: 'stop' })}>{t('stop')}</Button>}
    >
      <SectionTitle count={design.versions.length}>{t('versions')}</SectionTitle>
      <ul className="oa-fd-findings">
        {design.versions.map((version) => (
          <li key={version.hash}>
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
      {asked && <ReasonDialog design={design} asked={asked} onShow={onShow} onClose={() => setAsked(undefined)} />}
    </Drawer>
  )
}

/** Asks for the reason of a roll back or of a stop, and does it. */
function ReasonDialog(
  { design, asked, onShow, onClose }: { design: DesignView; asked: ChosenPublication; onShow(hash: string): void; onClose(): void },
) {
  const { t } = useDesignText()
  const [reason, setReason] = useState('')
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
      confirmLoading={isPending} onOk={() => void send()} onCancel={onClose}
    >
      <p>{t(isStop ? 'stopText' : 'rollBackText')}</p>
      <Form layout="vertical" component={false}>
        <Labelled label={t('reason')} isRequired problem={problems['reason']}>
          {(id) => (
            <Input.TextArea id={id} autoSize={{ minRows: 2 }} maxLength={500} value={reason}
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
