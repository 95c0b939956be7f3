import { Button } from 'antd'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Action } from '#approval/types.ts'
import { useOnline } from '#shell/offline/use-online.ts'
import { actionPresentations } from '../actions/actions.tsx'
import { useDetailText } from '../text.ts'
import './sequence.css'

interface DecisionsProps {
  readonly document: Pick<FiledDocument, 'actions'>
  onAct(action: Action): void
}

/** Buttons for pass, return and refuse on a document next to a list; those the reader may use. */
export function Decisions({ document: { actions }, onAct }: DecisionsProps) {
  const { t } = useDetailText()
  const isOnline = useOnline()
  return verdicts.filter(({ name }) => actions.includes(name)).map(({ name, text, key, appearance }) => {
    const sign = key?.toUpperCase()
    return (
      <Button key={name} type={appearance === 'primary' ? 'primary' : 'default'} danger={appearance === 'danger'} disabled={!isOnline}
        aria-keyshortcuts={sign} onClick={() => onAct(name)}
      >
        {t(text)}
        {sign && <span className="oa-key" aria-hidden>{sign}</span>}
      </Button>
    )
  })
}

/** The presentations of the action bar; pass first. */
const verdicts = (['pass', 'return', 'refuse'] as const).flatMap((name) =>
  actionPresentations.filter((action) => action.name === name && (action.key !== undefined || action.appearance === 'danger'))
)
