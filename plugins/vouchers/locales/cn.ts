export default {
  'vouchers.unsupported': '只能识别 XML、OFD、PDF 格式的电子票据，带发票二维码的 PNG、JPEG 图片，以及装有它们的 zip',
  'vouchers.notVoucher': '文件中没有可识别的电子票据',
  'vouchers.noCode': '图片中没有找到发票二维码，请上传电子发票原件，或手工填写',
  'vouchers.encrypted': '文件设有密码，请取消密码后重试',
  'vouchers.damaged': '文件已损坏，请重新下载后重试',
  'vouchers.tooLarge': '文件过大，请拆分后重试',
  'vouchers.hostile': '文件含有不允许的内容，无法识别',
  'vouchers.failed': '文件无法识别，请手工填写',
  'vouchers.busy': '正在识别的文件较多，请稍后重试',
  'vouchers.notVerifiable': '未配置发票查验服务，请联系管理员',
  'vouchers.serviceAway': '发票查验服务暂时无法使用，请稍后重试',
  'vouchers.notAskable': '票据缺少查验所需的号码、日期或金额',
} as const
