import type cn from './cn.ts'

export default {
  'documents.noSuchForm': 'There is no such document type: {type}',
  'documents.noSuchDocument': 'The document does not exist',
  'documents.noSuchFlow': 'The flow version does not exist',
  'documents.noSuchTask': 'The task does not exist',
  'documents.notReadable': 'No view permission',
  'documents.linkUnknown': 'The linked document does not exist or cannot be linked',
  'documents.linkState': '{businessNo} cannot be linked in its current state',
  'documents.alreadyClaimed': 'Already reimbursed by {no}',
  'documents.claimsTooMuch': 'The amount exceeds what is left of the linked application',
  'documents.personDisabled': '{name} is disabled, choose again',
  'documents.noSuchRecord': 'There is no such record',
  'documents.notTakenBack': 'What you said can be taken back within 10 minutes',
  'documents.noSuchRow': 'The document has no such row',
  'documents.leadsNowhere': 'Current approval cannot jump to the reimbursement page, contact the developer',
  'documents.noClaimFunction': 'No travel expense reimbursement function, contact the administrator',
  'documents.claimedAlready': 'This document has been claimed already',
  'documents.errandUnderWay': 'The system is at work on this node; wait for the answer of the other system',
  'documents.errandUnknown': 'The other system did not answer; it is asked again automatically',
  'documents.urged': 'ok',
  'documents.switched': 'Submitted successfully',
} satisfies Record<keyof typeof cn, string>
