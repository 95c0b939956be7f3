import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { heldDocuments, type HeldDocument } from './hand-over.ts'
import { useOrganisationText } from './text.ts'
import { unitQueries } from './unit-queries.ts'

interface ReturnedDocumentsProps {
  readonly person: { readonly id: string; readonly name: string }
  /** The reason for which they are ended; every end needs a reason. */
  readonly comment: string
}

/** Documents that were returned to a person for changes cannot be handed over; where they do not come back, they are ended. */
export function ReturnedDocuments({ person, comment }: ReturnedDocumentsProps) {
  const { t, name } = useOrganisationText()
  const http = useHttp()
  const documents =
    useQuery({ queryKey: ['returned', person.id], queryFn: () => heldDocuments(http, person.id, 'returnedDocuments'), staleTime: Infinity,
      gcTime: 0 }).data ?? []
  if (documents.length === 0) return null
  return (
    <section aria-label={t('returned')}>
      <SectionTitle count={documents.length}>{t('returned')}</SectionTitle>
      <p className="oa-org-quiet">{t('returnedHint', { name: name(person.name) })}</p>
      <ul className="oa-handed">
        {documents.map((document) => <Returned key={document.id} document={document} comment={comment.trim()} />)}
      </ul>
    </section>
  )
}

function Returned({ document, comment }: { document: HeldDocument; comment: string }) {
  const { t, name } = useOrganisationText()
  const { result, problem, end } = useEnding(document, comment)
  const words = `${name(document.name)} ${name(document.detail)}`
  return (
    <li>
      <span className="cut">
        {document.path ? <Link to={document.path}>{name(document.name)}</Link> : name(document.name)}{' '}
        <span className="num">{name(document.detail)}</span>
      </span>
      {problem !== undefined && <span className="oa-handed-refused" role="alert">{problem}</span>}
      {result
        ? <span className="oa-handed-done" role="status">{t(result)}</span>
        : (
          <Button type="link" danger size="small" aria-label={`${t('forceEnd')} ${words}`} onClick={() => void end()}>
            {t('forceEnd')}
          </Button>
        )}
    </li>
  )
}

function useEnding({ id, name: form, detail }: HeldDocument, comment: string) {
  const { t, name } = useOrganisationText()
  const dialogs = useDialogs()
  const { run, problems: { '': problem }, setProblems } = useCommand({ touches: unitQueries, place: () => '' })
  const [result, setResult] = useState<'resultEnded' | 'resultProposed'>()
  const send = () =>
    run((http) => http.post<{ readonly proposal: object | null }>('/workflow/admin/forceEnd', { procInstId: id, comment }, { quiet: true }),
      ({ proposal }) => setResult(proposal ? 'resultProposed' : 'resultEnded'))
  const end = async () => {
    if (comment === '') return setProblems({ '': t('reasonFirst') })
    const { confirm } = await dialogs()
    confirm({ title: t('forceEndAsk', { name: `${name(form)} ${name(detail)}` }), content: t('forceEndText'), okText: t('forceEnd'),
      okButtonProps: { danger: true }, cancelText: t('cancel'), autoFocusButton: 'cancel', onOk: send })
  }
  return { result, problem, end }
}
