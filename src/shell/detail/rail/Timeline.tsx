import { NodeLine } from '../../form/preview/NodeLine.tsx'
import { Pill } from '../../parts/StatePill.tsx'
import type { FiledDocument } from '../document.ts'
import { useDetailText } from '../text.ts'
import { RecordLine } from './RecordLine.tsx'
import '../../form/preview/path.css'

/** What has happened, who has it now, and the way ahead. */
export function Timeline({ document }: { document: FiledDocument }) {
  const { t } = useDetailText()
  const ahead = document.nodeList.filter(({ state }) => state !== 'skipped')
  return (
    <ol className="oa-steps">
      {document.processRecord.map((record) => <RecordLine key={record.id} record={record} />)}
      {ahead.map((node) => (
        <NodeLine key={node.nodeId} node={node} tone={node.state === 'running' ? 'now' : 'coming'}>
          {node.state === 'running' && <div><Pill tone="accent">{t(document.nodeId === node.nodeId ? 'waitsForYou' : 'waits')}</Pill></div>}
        </NodeLine>
      ))}
    </ol>
  )
}
