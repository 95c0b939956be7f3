import type cn from './cn.ts'

export default {
  'vouchers.unsupported': 'Only electronic vouchers as XML, OFD or PDF, PNG or JPEG pictures with an invoice QR code, and zips of these can be read',
  'vouchers.notVoucher': 'The file has no electronic voucher that can be read',
  'vouchers.noCode': 'No invoice QR code was found in the picture. Upload the electronic original, or enter the voucher by hand',
  'vouchers.encrypted': 'The file is password-protected. Remove the password and try again',
  'vouchers.damaged': 'The file is damaged. Download it again and retry',
  'vouchers.tooLarge': 'The file is too large. Split it and try again',
  'vouchers.hostile': 'The file has content that isn’t allowed, so it can’t be read',
  'vouchers.failed': 'The file can’t be read. Enter the voucher by hand',
  'vouchers.busy': 'Many files are being read. Try again shortly',
  'vouchers.notVerifiable': 'No invoice verification service is set up, contact the administrator',
  'vouchers.serviceAway': 'The invoice verification service can’t be reached right now. Try again later',
  'vouchers.notAskable': 'The voucher lacks the number, date or amount that verification needs',
} as const satisfies Record<keyof typeof cn, string>
