import type cn from './cn.ts'

export default {
  'attachments.unsupported': 'Unsupported file type! {file} is not one of these: {types}',
  'attachments.tooLarge': 'The file size cannot exceed {limit}M',
  'attachments.otherContent': 'The file’s content doesn’t match its extension {type}',
  'attachments.encrypted': 'The file is encrypted. Decrypt it before uploading',
  'attachments.noFile': 'Select Attachment First',
  'attachments.missing': 'This attachment doesn’t exist',
  'attachments.gone': 'The file is no longer stored. Ask the administrator to restore it, or upload it again',
  'attachments.damaged': 'The file is damaged. Ask the administrator to restore it, or upload it again',
  'attachments.othersFiles': 'Some selected files were uploaded by others and cannot be deleted in batch',
  'attachments.othersStay': 'Files uploaded by others cannot be removed',
  'attachments.tooMuch': 'The selected files total {size}; one download can hold {limit}',
  'attachments.notDeletable': 'This attachment cannot be deleted',
} satisfies Record<keyof typeof cn, string>
