import { useState } from 'react'
import { PhraseEditor } from '#shell/detail/dialogs/opinion/PhraseEditor.tsx'
import { usePhrases } from '#shell/detail/dialogs/opinion/phrases.ts'
import { useProfileText } from './profile.ts'
import '#shell/detail/dialogs/dialogs.css'

/** The sentences that the person often writes as an opinion. */
export function OpinionsTab() {
  const { t } = useProfileText()
  const { own, phrases, save } = usePhrases()
  const [round, setRound] = useState(0)
  const list = own.length > 0 ? own : phrases
  return (
    <>
      <p className="oa-profile-note">{t('opinionsText')}</p>
      {/* begins anew with what is kept, also after giving up */}
      <PhraseEditor key={`${round} ${list.join('\n')}`} phrases={list} current="" onSave={save} onClose={() => setRound(round + 1)} />
    </>
  )
}
