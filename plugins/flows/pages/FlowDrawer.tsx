import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import type { FlowDecision, FlowView } from '#kernel/flow/flow-version.ts'
import { useHttp } from '#shell/backend.ts'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { flowQuery } from './flows.ts'
import { OfferSection, RestoreButton } from './OfferSection.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { StartersSection } from './StartersSection.tsx'
import { StepsSection } from './StepsSection.tsx'
import { useFlowText } from './text.ts'

interface FlowDrawerProps {
  /** Key of the form. */
  readonly form: string
  onClose(): void
}

/** The flow of a form: a shipped version that waits, its steps and settings, and past decisions. */
export function FlowDrawer({ form, onClose }: FlowDrawerProps) {
  const http = useHttp()
  const isMobile = useIsMobile()
  const answer = useQuery(flowQuery(http, form))
  const { data: flow } = answer
  return (
    <Drawer open title={flow && <Title flow={flow} />} extra={flow && <Restore flow={flow} />} placement={isMobile ? 'bottom' : 'right'}
      width={820} height="88%" onClose={onClose}
    >
      <div className="oa-flow">
        {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <RowsSkeleton rows={6} columns={['20%', '20%', '20%', '20%']} />}
        {flow && <Sections flow={flow} />}
      </div>
    </Drawer>
  )
}

const Restore = ({ flow }: { flow: FlowView }) => (flow.by && !flow.offer ? <RestoreButton flow={flow} /> : null)

function Sections({ flow }: { flow: FlowView }) {
  return (
    <>
      {flow.offer && <OfferSection flow={flow} offer={flow.offer} />}
      <StepsSection flow={flow} />
      <StartersSection flow={flow} />
      <SettingsSection flow={flow} />
      <History decisions={flow.history} />
    </>
  )
}

function Title({ flow }: { flow: FlowView }) {
  const { t, label } = useFlowText()
  return (
    <span className="oa-flow-title">
      {label(flow)} <Pill tone="grey">{t('versionNo', { version: flow.version })}</Pill>
      <Pill tone={flow.by ? 'accent' : 'grey'}>{t(flow.by ? 'companySource' : 'shippedSource')}</Pill>
    </span>
  )
}

const sentences = { publish: 'choicePublish', adopt: 'choiceAdopt', keep: 'choiceKeep', merge: 'choiceMerge' } as const

function History({ decisions }: { decisions: readonly FlowDecision[] }) {
  const { t } = useFlowText()
  return (
    <section>
      <h2>{t('history')}</h2>
      {decisions.length === 0 && <p className="oa-flow-quiet">{t('historyEmpty')}</p>}
      <ul className="oa-flow-history">
        {decisions.map(({ id, choice, version, shipped, by, at }) => (
          <li key={id}>
            <span>{t(sentences[choice], { version, shipped })}</span>
            <Person {...by} />
            <span className="num oa-flow-quiet">{at.slice(0, 16)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
