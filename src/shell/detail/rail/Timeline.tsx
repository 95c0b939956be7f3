import { FlagOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment, useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { TimelineRecord } from '#approval/wire/timeline.ts'
import { NodeLine } from '#shell/form/preview/NodeLine.tsx'
import { useUsualText } from '../progress/usual.ts'
import { RecordLine } from './RecordLine.tsx'
import { RoundHead } from './RoundHead.tsx'
import { RunningLine } from './RunningLine.tsx'
import { useRailText } from './text.ts'
import type { Remove } from './use-removal.ts'
import '../../form/preview/path.css'
import './rail.css'

interface TimelineProps {
  readonly document: FiledDocument
  onRemove?: Remove
}

/** The node at which the way ahead ends. */
const endType = -1

/** The history round by round, who has it now, and the way ahead. */
export function Timeline({ document, onRemove }: TimelineProps) {
  const { t } = useRailText()
  const [isWhole, setIsWhole] = useState(false)
  const usual = useUsualText(document.businessType)
  const { processRecord, skippedNodes, nodeList, round, nodeId } = document
  const count = skippedNodes.length + nodeList.filter(({ state }) => state === 'skipped').length
  const records = isWhole ? merged(processRecord, skippedNodes) : processRecord
  const ahead = nodeList.filter(({ state }) => state !== 'running' && (isWhole || state !== 'skipped'))
  return (
    <>
      <ol className="oa-steps">
        {records.filter(isLine).map((record, index, lines) => (
          <Fragment key={record.id}>
            {round > 1 && record.round !== lines[index - 1]?.round && <RoundHead round={record.round} />}
            {record.operateType === 'running'
              ? <RunningLine record={record} isMine={nodeId === record.nodeId} usual={usual(record.nodeId ?? '')} />
              : <RecordLine record={record} onRemove={onRemove} />}
          </Fragment>
        ))}
        {ahead.map((node) => (node.nodeType === endType
          ? <EndLine key={node.nodeId} />
          : <NodeLine key={node.nodeId} node={node} tone="coming" usual={usual(node.nodeId)} />)
        )}
      </ol>
      {count > 0 && (
        <Button type="link" size="small" className="oa-rail-skipped" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'hideSkipped' : 'showSkipped', { count })}
        </Button>
      )}
    </>
  )
}

/** That a comment was taken back stands on the comment itself. */
const isLine = ({ operateType }: TimelineRecord) => operateType !== 'deleted'

/** Lines carry their place in the history at the end of their ids; those who have it now have none and stay last. */
function merged(records: readonly TimelineRecord[], more: readonly TimelineRecord[]): readonly TimelineRecord[] {
  const now = records.filter(({ operateType }) => operateType === 'running')
  const past = records.filter(({ operateType }) => operateType !== 'running')
  return [...[...past, ...more].toSorted((one, other) => placeOf(one) - placeOf(other)), ...now]
}

const placeOf = ({ id }: TimelineRecord) => Number(id.slice(id.lastIndexOf('-') + 1))

function EndLine() {
  const { t } = useRailText()
  return (
    <li className="oa-step is-coming">
      <span className="oa-step-dot" data-tone="coming" aria-hidden>
        <FlagOutlined />
      </span>
      <div className="oa-step-head">{t('end')}</div>
    </li>
  )
}
