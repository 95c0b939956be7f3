export { Modal } from 'antd'
