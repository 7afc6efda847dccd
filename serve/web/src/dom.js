// The viewer, which stands before this script on the page, has what makes elements.
export const { h } = window.opexploreViewer;
