/** For programs on this machine that use a portal and its virtual plants like a person. */
export { askDoor } from '../door/ask-door.ts'
export { portalClient, type PortalClient } from './portal-client.ts'
