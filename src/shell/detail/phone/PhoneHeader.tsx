import { shortName } from '#kernel/form.ts'
import type { ExceptionOnPage, FiledDocument } from '#approval/wire/filed-document.ts'
import { shortTime } from '#shell/documents/duration.ts'
import { isIn } from '#shell/documents/states.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { Initial } from '#shell/parts/Person.tsx'
import { DocumentBlock } from '#shell/parts/document/slots.tsx'
import { Pill, StatePill } from '#shell/parts/StatePill.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { DownloadFilesButton, PrintButton } from '../actions/bar-buttons.tsx'
import { isReturned } from '../document.ts'
import { PhoneExceptions } from '../exceptions/ExceptionsLine.tsx'
import { Amount, Bearing, calledIn, hasStamp, Remarks, Stamp } from '../Header.tsx'
import { useDetailText } from '../texts.ts'

/** A document's header on a phone: state, title, amount, applicant, bearing departments. */
export function PhoneHeader(
  { document, isNewState, onGo }: { document: FiledDocument; isNewState: boolean; onGo(exception: ExceptionOnPage): void },
) {
  const { form } = useStore()
  const { label, locale } = useDetailText()
  const { state } = document
  return (
    <header className="oa-phone-head">
      <div className="oa-phone-line row second gap-8 between narrow">
        <Marks document={document} />
        <span className="small text-right">
          {label(shortName(form))} <span className="num">{document.businessNo}</span>
        </span>
      </div>
      <h1>{calledIn(document, form, locale).first}</h1>
      <dl className="oa-detail-facts flex wrap">
        <Amount isCompleted={isIn(document, 'completed')} />
      </dl>
      <PhoneExceptions exceptions={document.exceptions} onGo={onGo} />
      <Applicant document={document} />
      <dl className="oa-detail-facts oa-phone-facts flex wrap">
        <Bearing />
        <DocumentBlock part="fact" />
      </dl>
      <Stamp state={state} date={(document.endTime ?? document.createTime).slice(0, 10)} isNew={isNewState} />
    </header>
  )
}

/** Pills: whether it waits for the reader, else its state; and its marks. */
function Marks({ document }: { document: FiledDocument }) {
  const { t } = useDetailText()
  const { state, taskId } = document
  return (
    <span className="oa-phone-marks flex rigid gap-4">
      {/* a stamp shows the state visually */}
      <span className={taskId === null && hasStamp(state) ? 'unseen' : undefined}>
        {taskId === null ? <StatePill state={state} isReturned={isReturned(document)} /> : <Pill tone="accent">{t('waitsForYou')}</Pill>}
      </span>
      <Remarks document={document} />
    </span>
  )
}

function Applicant({ document }: { document: FiledDocument }) {
  const { name } = useDetailText()
  const id = String(document.business['applicant'] ?? document.startUserId)
  const person = usePeople([id]).get(id)
  const called = person?.name ?? id
  return (
    <div className="oa-phone-line row second gap-8 between narrow">
      <span className="oa-phone-applicant row gap-8 narrow">
        <Initial id={id} name={called} />
        <strong className="ink rigid">{name(called)}</strong>
        <span className="cut">{name(person?.mainDepartment?.name)}</span>
        <span className="num">{shortTime(document.createTime)}</span>
      </span>
      <span className="oa-phone-tools flex rigid">
        <PrintButton document={document} isShort />
        <DownloadFilesButton document={document} isShort />
      </span>
    </div>
  )
}
