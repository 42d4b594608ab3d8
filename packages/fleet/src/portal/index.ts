/** For programs of this machine that speak to a portal and to its virtual plants as people do. */
export { askDoor } from '../door/ask-door.ts'
export { portalClient, type PortalClient } from './portal-client.ts'
