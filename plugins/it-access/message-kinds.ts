import { defineMessageKind } from '#kernel/plugin.ts'

export const vpnEnds = defineMessageKind({
  key: 'vpnEnds',
  type: 'APPROVE',
  icon: 'key',
  title: { cn: 'VPN账号即将到期', en: 'VPN account expires soon' },
  content: { cn: 'VPN账号{account}将于{date}到期，需要继续使用请申请延期',
    en: 'VPN account {account} expires on {date}. Request an extension if it is still needed' },
})

export const licenceEnds = defineMessageKind({
  key: 'licenceEnds',
  type: 'APPROVE',
  icon: 'safety-certificate',
  title: { cn: 'NVR授权即将到期', en: 'NVR licence expires soon' },
  content: { cn: '您的NVR授权{no}将于{date}到期', en: 'Your NVR licence {no} expires on {date}' },
})

export const vpnClosed = defineMessageKind({
  key: 'vpnClosed',
  type: 'APPROVE',
  icon: 'key',
  title: { cn: 'VPN账号已注销', en: 'VPN account closed' },
  content: { cn: '使用人或责任人已离职，VPN账号{account}已注销，请在系统中停用',
    en: 'The user or sponsor has left: VPN account {account} is closed. Disable it in the system' },
})
